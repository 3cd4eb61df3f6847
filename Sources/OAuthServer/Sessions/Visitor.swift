internal import HTTPTypes
internal import OAuthCore

/// The browser that a request came with, at a server that has sessions.
struct Visitor: Sendable {
  /// What its cookie holds, or will hold once it has the answer.
  let cookie: Secret
  /// Whether the cookie has to be sent with the answer.
  let isNew: Bool
  /// Who is signed in with it, if anybody is.
  let signedIn: SignedIn?

  /// Somebody who is signed in.
  struct SignedIn: Sendable {
    let session: SessionRecord
    let user: User
  }

  /// What forms of this browser carry.
  var formToken: FormToken { FormToken(cookie: cookie) }

  /// The hidden field that ties a form to the browser.
  var tokenField: HiddenField { HiddenField(name: PageField.token, value: formToken.secret) }
}

extension HTTPAnswer {
  /// The same answer, which also sets or takes a cookie.
  func setting(cookie field: String) -> HTTPAnswer {
    var answer = self
    answer.response.headerFields.append(HTTPField(name: .setCookie, value: field))
    return answer
  }
}

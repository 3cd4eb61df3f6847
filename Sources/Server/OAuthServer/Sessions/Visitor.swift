internal import HTTPTypes
internal import OAuthCore

/// The browser that sent a request, at a server that has sessions.
struct Visitor: Sendable {
  /// The secret of the browser's cookie: the current one, or the one that the answer sets.
  let cookie: Secret
  /// Whether the answer must set the cookie.
  let isNew: Bool
  /// The signed-in user and the session; `nil` if no user is signed in with this browser.
  let signedIn: SignedIn?

  /// A signed-in user and the session.
  struct SignedIn: Sendable {
    let session: UserSessionRecord
    let user: User
  }

  /// The CSRF token of this browser's forms.
  var formToken: FormToken { FormToken(cookie: cookie) }

  /// The hidden field that ties a form to the browser.
  var tokenField: HiddenField { HiddenField(name: PageField.token, value: formToken.secret) }
}

extension HTTPAnswer {
  /// Returns the same answer with a `Set-Cookie` field.
  func setting(cookie field: String) -> HTTPAnswer {
    var answer = self
    answer.response.headerFields.append(HTTPField(name: .setCookie, value: field))
    return answer
  }
}

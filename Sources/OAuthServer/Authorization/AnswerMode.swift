internal import OAuthCore

/// How an answer goes through the browser to the client (`response_mode`, OAuth 2.0 Multiple Response Types §2.1, Form Post
/// Response Mode §2, JARM §2.3).
enum AnswerMode: String, Sendable, Hashable, CaseIterable {
  /// In the redirect URI's query: what a code comes in when nothing is asked for.
  case query
  /// In the redirect URI's fragment, which the browser keeps to itself.
  case fragment
  /// In a form that the browser posts, so that the code is in no history, log or `Referer`.
  case formPost = "form_post"
  /// Signed; for a code that is ``queryJWT`` (JARM §2.3.4).
  case jwt
  /// Signed, in the query.
  case queryJWT = "query.jwt"
  /// Signed, in the fragment.
  case fragmentJWT = "fragment.jwt"
  /// Signed, in a form.
  case formPostJWT = "form_post.jwt"

  /// Which part of the answer the browser carries it in.
  enum Carrier: Sendable, Hashable {
    case query, fragment, form
  }

  /// Which part of the answer the browser carries it in.
  var carrier: Carrier {
    switch self {
    case .query, .queryJWT, .jwt: .query
    case .fragment, .fragmentJWT: .fragment
    case .formPost, .formPostJWT: .form
    }
  }

  /// Whether the answer is one parameter, `response`, that the server signed.
  var isSigned: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .jwt, .queryJWT, .fragmentJWT, .formPostJWT: true
    }
  }

  /// Whether a browser can bring an answer to this address: forms are posted to web addresses alone, since no browser hands
  /// a form over to an app.
  func reaches(_ redirectURI: RedirectURI) -> Bool {
    carrier != .form || ["https", "http"].contains(redirectURI.parts.scheme)
  }
}

extension AuthorizationServerConfiguration {
  /// The modes that any client may ask for: signed ones need a key.
  var answerModes: [AnswerMode] {
    AnswerMode.allCases.filter { !$0.isSigned || signingKey(for: nil) != nil }
  }

  /// Whether the server can answer a client in a mode.
  func canAnswer(_ client: RegisteredClient, in mode: AnswerMode) -> Bool {
    !mode.isSigned || signingKey(for: client.settings.answerAlgorithm, of: client) != nil
  }
}

/// How the answer comes back through the browser (`response_mode`, OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode §2,
/// JARM §2.3). Clients ask for one, and servers announce those that they know.
public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
  /// In the redirect URI's query; what servers do for a code when nothing is asked for.
  case query
  /// In the redirect URI's fragment, which the browser keeps to itself: for apps that receive the address itself.
  case fragment
  /// As a form that the browser posts to the redirect URI, so that the code is in no history, log or `Referer`.
  case formPost = "form_post"
  /// Signed by the server, in the query.
  case queryJWT = "query.jwt"
  /// Signed by the server, in the fragment.
  case fragmentJWT = "fragment.jwt"
  /// Signed by the server, as a form.
  case formPostJWT = "form_post.jwt"
  /// Signed by the server; for a code that is ``queryJWT`` (JARM §2.3.4).
  case jwt

  /// Which part of the answer the browser carries it in.
  package enum Carrier: Sendable, Hashable {
    case query
    case fragment
    case form
  }

  package var carrier: Carrier {
    switch self {
    case .query, .queryJWT, .jwt: .query
    case .fragment, .fragmentJWT: .fragment
    case .formPost, .formPostJWT: .form
    }
  }

  /// Whether the answer is one parameter, `response`, that the server signed.
  package var isSigned: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .queryJWT, .fragmentJWT, .formPostJWT, .jwt: true
    }
  }
}

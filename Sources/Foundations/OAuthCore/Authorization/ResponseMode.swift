/// The way in which the authorization response travels through the browser (`response_mode`, OAuth
/// 2.0 Multiple Response Types §2.1, Form Post Response Mode §2, JARM §2.3).
///
/// Clients send one in the authorization request. Servers list the modes that they support in their
/// metadata.
public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
  /// In the query of the redirect URI. Default for authorization codes.
  case query
  /// In the fragment of the redirect URI, which browsers don't send to servers. For apps that
  /// receive the URI directly.
  case fragment
  /// As a form that the browser posts to the redirect URI. The code then appears in no history, log
  /// or `Referer`.
  case formPost = "form_post"
  /// As a signed JWT in the query.
  case queryJWT = "query.jwt"
  /// As a signed JWT in the fragment.
  case fragmentJWT = "fragment.jwt"
  /// As a signed JWT in a posted form.
  case formPostJWT = "form_post.jwt"
  /// As a signed JWT in the default place, which is ``queryJWT`` for authorization codes (JARM
  /// §2.3.4).
  case jwt

  /// The part of the browser's request that carries the response.
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

  /// Whether the response is a single signed parameter, `response`.
  package var isSigned: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .queryJWT, .fragmentJWT, .formPostJWT, .jwt: true
    }
  }
}

internal import OAuthCore

/// The kind of a token, by its form, its `typ` and its claims. Nothing is verified: the kind is
/// what the token claims to be.
enum TokenKind: String, Sendable, Hashable, CaseIterable {
  case idToken = "id_token"
  case accessToken = "access_token"
  case privateAccessToken = "access_token_of_its_own_form"
  case dpopProof = "dpop_proof"
  case logoutToken = "logout_token"
  case requestObject = "request_object"
  case clientAssertion = "client_assertion"
  case introspectionAnswer = "introspection_answer"
  case securityEvent = "security_event_token"
  case jwt = "jwt"
  case encrypted = "encrypted_jwt"
  case incomplete = "incomplete_jwt"
  case opaque = "opaque"

  /// The kind in words, with its specification.
  var words: String {
    switch self {
    case .idToken: "an ID token: it tells the client which user signed in (OpenID Connect Core §2)"
    case .accessToken: "a JWT access token (RFC 9068 §2)"
    case .privateAccessToken: "an access token in the server's own format: a JWT, but not RFC 9068's"
    case .dpopProof: "a DPoP proof: it accompanies one request and grants nothing by itself (RFC 9449 §4.2)"
    case .logoutToken:
      "a logout token: the server tells a client that a user signed out (OpenID Connect Back-Channel Logout §2.4)"
    case .requestObject: "a request object: an authorization request, signed by the client (RFC 9101 §4)"
    case .clientAssertion: "a client assertion: a client proves that it holds its private key (RFC 7523 §2.2)"
    case .introspectionAnswer: "a signed introspection response (RFC 9701 §5)"
    case .securityEvent: "a security event token (RFC 8417 §2)"
    case .jwt: "a JWT of a kind that Pixy does not know (RFC 7519)"
    case .encrypted: "an encrypted JWT (RFC 7516): only the holder of the private key can decrypt it"
    case .incomplete: "the beginning of a JWT, which is cut off or damaged (RFC 7515 §7.1, RFC 7516 §7.1)"
    case .opaque: "opaque: only the server can read it; ask the server with `pixy introspect` (RFC 7662)"
    }
  }

  /// Determines the kind of a signed JWT.
  init(type: String?, claims: [String: JSONValue]) {
    let short = type.map { type in
      let lower = type.lowercased()
      return lower.hasPrefix("application/") ? String(lower.dropFirst("application/".count)) : lower
    }
    switch short {
    case "at+jwt"?: self = .accessToken
    case "dpop+jwt"?: self = .dpopProof
    case "logout+jwt"?: self = .logoutToken
    case "oauth-authz-req+jwt"?: self = .requestObject
    case "token-introspection+jwt"?: self = .introspectionAnswer
    case "secevent+jwt"?: self = .securityEvent
    default: self = Self.byClaims(claims)
    }
  }

  private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

  /// Determines the kind of a token whose `typ` doesn't name it. ID tokens, for example, have no
  /// such `typ`.
  private static func byClaims(_ claims: [String: JSONValue]) -> TokenKind {
    if let events = claims["events"]?.object { return events[logoutEvent] == nil ? .securityEvent : .logoutToken }
    if claims["htm"] != nil, claims["htu"] != nil { return .dpopProof }
    if claims["response_type"] != nil, claims["client_id"] != nil { return .requestObject }
    if claims["scope"] != nil || claims["scp"] != nil || claims["client_id"] != nil || claims["cid"] != nil {
      return .privateAccessToken
    }
    if let issuer = claims["iss"]?.string, issuer == claims["sub"]?.string { return .clientAssertion }
    let isComplete = ["iss", "sub", "aud", "exp", "iat"].allSatisfy { claims[$0] != nil }
    return isComplete ? .idToken : .jwt
  }
}

internal import OAuthCore

/// What kind of token a text is, by its form, its `typ` and its claims. It says what the token claims to be, not what it is good
/// for.
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
  case opaque = "opaque"

  /// The kind in words, with what specifies it.
  var words: String {
    switch self {
    case .idToken: "an ID token: who signed in, for the client alone (OpenID Connect Core §2)"
    case .accessToken: "a JWT access token (RFC 9068 §2)"
    case .privateAccessToken: "an access token in the server's own form: a JWT, but not RFC 9068's"
    case .dpopProof: "a DPoP proof: it goes with one request and is worth nothing by itself (RFC 9449 §4.2)"
    case .logoutToken:
      "a logout token: the server tells a client that somebody signed out (OpenID Connect Back-Channel Logout §2.4)"
    case .requestObject: "a request object: an authorization request, signed by the client (RFC 9101 §4)"
    case .clientAssertion: "a client assertion: a client proves that it has its key (RFC 7523 §2.2)"
    case .introspectionAnswer: "a signed introspection answer (RFC 9701 §5)"
    case .securityEvent: "a security event token (RFC 8417 §2)"
    case .jwt: "a JWT of no kind that Pixy knows (RFC 7519)"
    case .encrypted: "an encrypted JWT (RFC 7516): only who has the key can read it, and Pixy reads none"
    case .opaque: "opaque: it means something to the server alone, which `pixy introspect` can ask (RFC 7662)"
    }
  }

  /// The kind of a signed JWT.
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

  /// For tokens without a `typ` that says it, as ID tokens are.
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

internal import FoundationBasics
internal import OAuth
internal import OAuthCore

extension AccessTokenFacts {
  /// Creates the content from an introspection response, if the response satisfies the policy.
  init(_ token: IntrospectedToken, _ policy: IntrospectionPolicy, now: Date) throws(AccessTokenProblem) {
    guard
      token.audience.isEmpty || token.audience.contains(where: { ParsedURI.resource($0, in: policy.audience) != nil })
    else {
      throw .anotherAudience
    }
    if let expectedIssuer = policy.issuer, let issuer = token.issuer, issuer != expectedIssuer.text {
      throw .anotherIssuer
    }
    if let type = Self.otherType(token) { throw .anotherType(UntrustedText(type)) }
    guard token.isTimely(at: now, tolerance: policy.clockTolerance) else { throw .notTimely }
    let confirmation = token.members["cnf"].flatMap { $0 == .null ? nil : $0 }
    var binding = confirmation.map { _ in
      Binding(keyThumbprint: token.keyThumbprint, certificateThumbprint: token.certificateThumbprint)
    }
    // The token is bound to a key, but the response doesn't say which. It must not be accepted as a
    // bearer token (RFC 9449 §7.2).
    if token.tokenType?.lowercased() == "dpop", token.keyThumbprint == nil { binding = Binding() }
    self.init(scope: token.scope ?? .none, binding: binding, claims: token.members)
    subject = token.subject
    clientID = token.clientID
    issuer = token.issuer
    expiresAt = token.expiresAt
    tokenID = token.identifier
    // An unreadable value counts as absent (RFC 9470 §6.2).
    authenticationContext = token.members["acr"]?.string
    switch token.members["auth_time"] {
    case .integer(let seconds)?: authenticationTime = Date(timeIntervalSince1970: TimeInterval(seconds))
    case .number(let seconds)?: authenticationTime = Date(timeIntervalSince1970: seconds)
    default: authenticationTime = nil
    }
  }

  /// Returns the type of a token that isn't an access token. Some servers also report refresh
  /// tokens as active. They state it in `token_type`, which is meant for the type of access tokens
  /// (RFC 7662 §2.2), or in a member of their own.
  private static func otherType(_ token: IntrospectedToken) -> String? {
    if let type = token.tokenType, !["bearer", "dpop"].contains(type.lowercased()) { return type }
    // Ory, and servers that follow Amazon Cognito.
    if let use = token.members["token_use"]?.string, !["access_token", "access"].contains(use) { return use }
    // Keycloak.
    if let type = token.members["typ"]?.string, ["refresh", "offline", "id"].contains(type.lowercased()) {
      return type
    }
    return nil
  }
}

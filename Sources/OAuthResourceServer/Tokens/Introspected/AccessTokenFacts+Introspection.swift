#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore

extension AccessTokenFacts {
  /// What the authorization server says of a token, if that is good enough.
  init(_ token: IntrospectedToken, _ policy: IntrospectionPolicy, now: Date) throws(AccessTokenProblem) {
    guard token.audience.isEmpty || token.audience.contains(where: policy.audience.contains) else {
      throw .anotherAudience
    }
    if let expected = policy.issuer, let issuer = token.issuer, issuer != expected.text { throw .anotherIssuer }
    // Some servers answer for refresh tokens too (RFC 7662 §2.2: token_type is that of access tokens).
    if let type = token.tokenType, !["bearer", "dpop"].contains(type.lowercased()) {
      throw .anotherType(UntrustedText(type))
    }
    guard token.isTimely(at: now, tolerance: policy.clockTolerance) else { throw .notTimely }
    let confirmation = token.members["cnf"].flatMap { $0 == .null ? nil : $0 }
    let binding = confirmation.map { _ in
      Binding(keyThumbprint: token.keyThumbprint, certificateThumbprint: token.certificateThumbprint)
    }
    self.init(scope: token.scope ?? .none, binding: binding, claims: token.members)
    subject = token.subject
    clientID = token.clientID
    issuer = token.issuer
    expiresAt = token.expiresAt
    tokenID = token.identifier
    // RFC 9470 §6.2. What can't be read doesn't vouch for anything.
    authenticationContext = token.members["acr"]?.string
    switch token.members["auth_time"] {
    case .integer(let seconds)?: authenticationTime = Date(timeIntervalSince1970: TimeInterval(seconds))
    case .number(let seconds)?: authenticationTime = Date(timeIntervalSince1970: seconds)
    default: authenticationTime = nil
    }
  }
}

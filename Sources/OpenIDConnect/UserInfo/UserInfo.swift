public import OAuthCore

/// What the server says about a person at its UserInfo endpoint, after `sub` was compared with the ID token's
/// (OpenID Connect Core §5.3).
///
/// Only ``OpenIDClient/userInfo(_:)`` makes one.
public struct UserInfo: Sendable, Hashable {
  /// The `sub`: the same as the ID token's.
  public let subject: String
  /// The claims, by their names.
  public let standardClaims: StandardClaims
  /// Whether the answer was signed; otherwise the connection alone vouches for it.
  public let isSigned: Bool

  /// All claims as they came.
  public var claims: [String: JSONValue] { standardClaims.members }

  init(subject: String, claims: [String: JSONValue], isSigned: Bool) {
    self.subject = subject
    standardClaims = StandardClaims(claims)
    self.isSigned = isSigned
  }
}

extension UserInfo: Redacted {
  /// The names of the claims; nothing about the person.
  public var description: String { "UserInfo(\(isSigned ? "signed" : "not signed"), \(standardClaims))" }
}

public import OAuthCore

/// An answer of the UserInfo endpoint whose `sub` equals the ID token's (OpenID Connect Core §5.3).
///
/// Only ``OpenIDClient/userInfo(_:)`` creates one.
///
/// ```swift
/// let user = try await client.userInfo(signedIn)
/// print("Hello,", user.standardClaims.name ?? user.subject)
/// let department = user.claims["department"]?.string
/// ```
public struct UserInfo: Sendable, Hashable {
  /// The `sub`: the same as the ID token's.
  public let subject: String
  /// The standard claims, by name.
  public let standardClaims: StandardClaims
  /// Whether the answer was signed. Otherwise only the TLS connection authenticates it.
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
  /// The names of the claims, without their values.
  public var description: String { "UserInfo(\(isSigned ? "signed" : "not signed"), \(standardClaims))" }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
public import OAuthCore

/// The client secret that Apple wants: a JWT signed with the team's key.
public enum AppleClientSecret {
  /// The longest life that Apple accepts, about six months.
  public static let longestLifetime: Duration = .seconds(15_777_000)

  /// Signs one. A ``ProviderClient`` and its sessions keep the secret that they were made with: make new ones before it ends. A program that
  /// starts more often than that makes one at each start.
  ///
  /// - Parameters:
  ///   - clientID: the Services ID, or the app's bundle identifier.
  ///   - teamID: the ten characters of the team.
  ///   - key: the team's key for Sign in with Apple: ES256, with its ten characters as key id.
  ///   - now: the present moment; tests pass their own.
  ///   - lifetime: whole seconds, up to ``longestLifetime``; longer ones are cut to it.
  /// - Throws: `JSONWebKeyError` if the key isn't for ES256 or has no id; what signing throws.
  public static func make(
    clientID: String, teamID: String, key: SigningKey, now: Date = WallClock.system.now(),
    lifetime: Duration = longestLifetime
  ) throws -> Secret {
    guard key.algorithm == .es256, key.keyID != nil else { throw JSONWebKeyError.notAPrivateKey }
    let issuedAt = Int64(now.timeIntervalSince1970)
    return try key.sign([
      "iss": .string(teamID), "iat": .integer(issuedAt),
      "exp": .integer(issuedAt + min(lifetime, longestLifetime).components.seconds),
      "aud": "https://appleid.apple.com", "sub": .string(clientID),
    ])
  }
}

public import FoundationBasics
public import JOSE
public import OAuthCore

/// The client secret that Apple requires: a JWT signed with the team's private key.
public enum AppleClientSecret {
  /// The longest lifetime that Apple accepts, about six months.
  public static let longestLifetime: Duration = .seconds(15_777_000)

  /// Signs a client secret.
  ///
  /// A ``ProviderClient`` and its token sessions keep the secret that they were created with.
  /// Create a new client before the secret expires. A program that restarts more often than the
  /// secret expires signs a new secret at each start.
  ///
  /// - Parameters:
  ///   - clientID: The Services ID, or the app's bundle identifier.
  ///   - teamID: The ten characters of the Apple Developer team.
  ///   - key: The team's private key for Sign in with Apple: an ES256 key whose key ID is Apple's
  ///     ten characters.
  ///   - now: The time of issue. Default: the system's time.
  ///   - lifetime: The lifetime in whole seconds. Default and maximum: ``longestLifetime``; a
  ///     longer lifetime is shortened to it.
  /// - Returns: The signed JWT. Apple rejects it once `lifetime` has passed.
  /// - Throws: `JSONWebKeyError` if the key isn't an ES256 key or has no key ID; the errors of
  ///   signing.
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

package import FoundationBasics
public import OAuthCore
public import PKCE

/// The keys and the record with which sign-ins survive the process that began them.
///
/// A web application seals each attempt into a cookie of the browser that began it. Any instance of
/// the application that has the same keys restores the attempt when the browser comes back. Create
/// one sealer when the application starts, and use it for all sign-ins.
///
/// ```swift
/// let sealer = AttemptSealer(key, used: record)
///
/// // The request that begins the sign-in: set the cookie, and redirect to attempt.url.
/// let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: scope))
/// let cookie = try attempt.sealed(by: sealer)
///
/// // The request to the redirect URI, at any instance:
/// let restored = try await client.restoreAttempt(cookie, from: sealer)
/// let code = try await restored.receive(AuthorizationCallback(url: address))
/// let tokens = try await client.exchange(code)
/// ```
///
/// A sealed text is encrypted and authenticated, and bound to its client, its authorization server
/// and its purpose. It consists of the characters of base64url: about 410 of them for an attempt
/// with a short redirect URI. It has to stay in the browser that began the sign-in, because it
/// completes the sign-in together with that browser's callback: use a cookie with `Secure`,
/// `HttpOnly` and `SameSite=Lax` (`None` for form posts).
public struct AttemptSealer: Sendable {
  package let keys: SealingKeys
  let usedIDs: any UsedTokenIDs
  private let lifetime: Duration
  private let random: any RandomSource

  /// Creates a sealer.
  ///
  /// - Parameters:
  ///   - key: The key that seals.
  ///   - older: Earlier keys, which still open what they sealed. Remove a key from here when the
  ///     last of its sign-ins has expired. Default: none.
  ///   - usedIDs: The record of completed sign-ins. All instances of an application must share it;
  ///     otherwise each instance completes a copied attempt once. Default: the memory of this
  ///     process.
  ///   - lifetime: The time from the beginning of a sign-in to its expiry, in whole seconds from 1
  ///     second to 1 day. A value outside this range becomes the nearer limit. Default: 1 hour.
  ///   - random: The source of nonces. It must be cryptographically secure outside tests. Default:
  ///     the system's.
  public init(
    _ key: SealingKey, older: [SealingKey] = [], used usedIDs: any UsedTokenIDs = InMemoryUsedTokenIDs(),
    lifetime: Duration = .seconds(3_600), random: any RandomSource = SystemRandomSource()
  ) {
    keys = SealingKeys(key, older: older)
    self.usedIDs = usedIDs
    self.lifetime = min(max(lifetime, .seconds(1)), .seconds(86_400))
    self.random = random
  }

  /// Returns the expiry of a sign-in that began at a time.
  package func expiry(of beginning: Date) -> Date {
    beginning.addingTimeInterval(Double(lifetime.components.seconds))
  }

  /// Seals members for one purpose of one client.
  package func seal(
    _ members: [String: JSONValue], for purpose: SealedPurpose, of client: ClientIdentity
  ) throws(SealingError) -> Secret {
    try keys.seal(
      JSONValue.object(members).bytes(), for: purpose.rawValue, context: client.sealingContext, random: random)
  }

  /// Opens a sealed text of one purpose and one client, and reads its members.
  package func open(
    _ text: Secret, for purpose: SealedPurpose, of client: ClientIdentity
  ) throws(SealingError) -> SealedMembers {
    let bytes = try keys.open(text, for: purpose.rawValue, context: client.sealingContext)
    guard let members = (try? JSONValue(bytes: bytes))?.object else { throw .invalid }
    return SealedMembers(members: members)
  }
}

/// The kind of a sealed text. A text of one kind doesn't open as another one.
package enum SealedPurpose: String, Sendable {
  case authorization
  case device
  case backchannel
  case logout
}

extension AttemptSealer: Redacted {
  /// Always `AttemptSealer`.
  public var description: String { "AttemptSealer" }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
public import OAuthCore

/// The keys that somebody publishes at a `jwks_uri` (RFC 7517 §5, OpenID Connect Core §10.1.1), kept while they are good.
///
/// Make one for each address and keep it for as long as tokens are checked with it: a client for its authorization server,
/// a resource server for each issuer it trusts. Then call ``verified(_:allowing:type:)`` for each token; any number of tasks
/// may.
///
/// - The keys are fetched when they are first needed, once for all who wait, and again when the answer's `max-age` has
///   passed: after a minute at the earliest, a day at the latest, 15 minutes if the server says nothing.
/// - A token that none of the keys explains (a `kid` that isn't among them) has them fetched once more, because the signer may
///   have a new key. That happens at most once in 30 seconds, however many such tokens come.
/// - If the server can't be reached, the old keys go on being used until 48 hours after they were fetched.
/// - Secrets (`oct`) in the answer are left out: what everybody can fetch is no secret.
///
/// A machine's clock that is set back by more than a minute, or forward, makes the keys too old; neither makes them last
/// longer.
public actor RemoteKeySet: KeySource {
  /// The `jwks_uri`.
  public nonisolated let endpoint: Endpoint

  /// How long after they were fetched keys are used at most, in seconds.
  static let longestUse: TimeInterval = 48 * 3_600
  /// How many seconds have to pass between two fetches for tokens that no key explains.
  static let pause: TimeInterval = 30

  private struct Held {
    let keys: JSONWebKeySet
    let fetchedAt: Date
    let lifetime: TimeInterval
    /// Counts fetches, so that a caller sees whether the keys it tried are still the newest.
    let generation: Int

    func age(at moment: Date) -> TimeInterval { moment.timeIntervalSince(fetchedAt) }
    // A negative age is a clock that was set back; by less than a minute it is an ordinary correction.
    func isFresh(at moment: Date) -> Bool { (-60..<lifetime).contains(age(at: moment)) }
    func isUsable(at moment: Date) -> Bool { (-60..<RemoteKeySet.longestUse).contains(age(at: moment)) }
  }

  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let clock: WallClock
  private var held: Held?
  private var fetch: Task<Held, any Error>?
  private var lastFailure: Date?
  private var lastSearch: Date?

  /// Nothing is fetched yet.
  ///
  /// - Parameters:
  ///   - endpoint: the `jwks_uri` out of metadata that was checked, never out of a token.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one fetch may take.
  ///   - clock: what time it is; tests pass their own.
  public init(
    _ endpoint: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    clock: WallClock = .system
  ) {
    self.endpoint = endpoint
    self.transport = transport
    self.limits = limits
    self.clock = clock
  }

  /// Checks the signature of a token with the published keys.
  ///
  /// - Parameters:
  ///   - signature: the token, taken apart.
  ///   - algorithms: what may be used; those for secrets never fit a published key.
  ///   - type: what the `typ` must be.
  /// - Returns: header and payload, now known to come from whoever publishes the keys.
  /// - Throws: ``JOSEError`` if the token isn't accepted (before anything is fetched, if that can be seen without keys);
  ///   ``RemoteKeySetError`` or a transport's error if there are no keys to check it with.
  public func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType = .any
  ) async throws -> VerifiedSignature {
    try signature.permitted(algorithms, type)
    let current = try await current()
    do {
      return try signature.verified(by: current.keys, allowing: algorithms, type: type)
    } catch {
      guard Self.mayBeExplained(signature, byOthersThan: current.keys, error),
        let newer = await newer(than: current)
      else { throw error }
      return try signature.verified(by: newer.keys, allowing: algorithms, type: type)
    }
  }

  /// The keys, fetched if there are none or they are no longer fresh.
  ///
  /// - Throws: ``RemoteKeySetError`` or a transport's error if there are none that may still be used.
  public func keys() async throws -> JSONWebKeySet {
    try await current().keys
  }

  // MARK: Fetching

  private func current() async throws -> Held {
    let now = clock.now()
    if let held, held.isFresh(at: now) { return held }
    // A server that is down isn't asked for each token while there are keys to go on with.
    if let held, held.isUsable(at: now), isRecent(lastFailure, at: now) { return held }
    do {
      return try await fetched()
    } catch {
      guard let held, held.isUsable(at: clock.now()) else { throw error }
      return held
    }
  }

  /// Newer keys than those that didn't fit, if there are any or may be asked for.
  private func newer(than tried: Held) async -> Held? {
    if let held, held.generation > tried.generation { return held }
    if fetch == nil {
      let now = clock.now()
      guard !isRecent(lastSearch, at: now), !isRecent(lastFailure, at: now) else { return nil }
      lastSearch = now
    }
    return try? await fetched()
  }

  /// Whether it was within the pause before now; never if the clock was set back since.
  private func isRecent(_ moment: Date?, at now: Date) -> Bool {
    moment.map { (0..<Self.pause).contains(now.timeIntervalSince($0)) } ?? false
  }

  /// What the fetch gives that is under way, or a new one. It goes on when a caller who waits for it is cancelled.
  private func fetched() async throws -> Held {
    if let fetch { return try await fetch.value }
    let task = Task { try await self.fetchOnce() }
    fetch = task
    return try await task.value
  }

  private func fetchOnce() async throws -> Held {
    defer { fetch = nil }
    do {
      let (keys, lifetime) = try await answer()
      let fetched = Held(
        keys: keys, fetchedAt: clock.now(), lifetime: lifetime, generation: (held?.generation ?? 0) + 1)
      held = fetched
      lastFailure = nil
      return fetched
    } catch {
      lastFailure = clock.now()
      throw error
    }
  }

  private func answer() async throws -> (JSONWebKeySet, TimeInterval) {
    var request = endpoint.request(.get)
    request.headerFields[.accept] = "application/jwk-set+json, application/json"
    request.headerFields[.userAgent] = "Pixy"
    let answer = try await transport.send(request, body: [], limits: limits)
    guard answer.response.status == .ok else {
      throw RemoteKeySetError.unexpectedStatus(answer.response.status.code, endpoint: endpoint)
    }
    do {
      let published = try JSONWebKeySet(octets: answer.body)
      let keys = JSONWebKeySet(published.keys.filter { $0.keyType != .oct })
      return (keys, KeySetLifetime(answer.response.headerFields).seconds)
    } catch {
      throw RemoteKeySetError.unusable(error, endpoint: endpoint)
    }
  }

  /// Whether another key may fit: there was none to try, or those tried don't have the token's `kid`.
  private static func mayBeExplained(
    _ signature: JSONWebSignature, byOthersThan keys: JSONWebKeySet, _ error: any Error
  ) -> Bool {
    switch error as? JOSEError {
    case .noMatchingKey: true
    case .invalidSignature:
      signature.header.keyID.map { keyID in !keys.keys.contains { $0.keyID == keyID } } ?? true
    default: false
    }
  }
}

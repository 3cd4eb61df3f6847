internal import FoundationBasics
internal import HTTPTypes
public import OAuthCore

/// The keys that an issuer publishes at its `jwks_uri` (RFC 7517 §5, OpenID Connect Core §10.1.1),
/// fetched and cached.
///
/// Create one for each address and keep it for as long as tokens are verified: a client for its
/// authorization server, a resource server for each trusted issuer. Call
/// ``verified(_:allowing:type:)`` for each token, from any number of tasks.
///
/// ```swift
/// let keys = RemoteKeySet(jwksURI, through: transport)
/// let token = try JSONWebSignature(compact: text)
/// let verified = try await keys.verified(
///   token, allowing: [.es256, .rs256], type: .exactly("at+jwt"))
/// let claims = try verified.claims()
/// ```
///
/// - The keys are fetched on first use, once for all waiting tasks. They are fetched again after
///   the response's `max-age`, but after a minute at the earliest and a day at the latest. Default
///   without `max-age`: 15 minutes.
/// - If no key fits a token (its `kid` is unknown), the keys are fetched once more, because the
///   issuer may have a new key. A search that finds nothing new is the last one for 30 seconds,
///   however many such tokens arrive, and so is the third one.
/// - If the server can't be reached, the old keys stay in use until 48 hours after they were
///   fetched.
/// - Secrets (`oct`) in the response are ignored, because a published value isn't secret.
///
/// If the machine's clock is set forward, or back by more than a minute, the keys may expire early.
/// A clock change never extends their use.
public actor RemoteKeySet: KeySource {
  /// The address of the keys, the `jwks_uri`.
  public nonisolated let endpoint: Endpoint

  /// The longest time that fetched keys stay in use, in seconds.
  static let longestUse: TimeInterval = 48 * 3_600
  /// The time after a fruitless search for which unknown keys cause no fetch, in seconds.
  static let pause: TimeInterval = 30
  /// The largest number of searches within the pause. An issuer that changes its keys each time must
  /// not be asked without end.
  static let searches = 3

  private struct Held {
    let keys: JSONWebKeySet
    let encryptionKeys: [EncryptionKey]
    let fetchedAt: Date
    let lifetime: TimeInterval
    /// The number of fetches so far. A caller compares it to see whether newer keys arrived.
    let generation: Int

    func age(at moment: Date) -> TimeInterval { moment.timeIntervalSince(fetchedAt) }
    // A negative age means that the clock was set back. Less than a minute is an ordinary
    // correction.
    func isFresh(at moment: Date) -> Bool { (-60..<lifetime).contains(age(at: moment)) }
    func isUsable(at moment: Date) -> Bool { (-60..<RemoteKeySet.longestUse).contains(age(at: moment)) }
  }

  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let clock: WallClock
  private let isOfStranger: Bool
  private var heldKeys: Held?
  private var fetch: SharedTask<Held>?
  private var lastFailure: Date?
  /// The recent searches that found newer keys, and the last one that found none.
  private var fruitful: [Date] = []
  private var fruitless: Date?

  /// Creates a key set. The first use fetches the keys.
  ///
  /// - Parameters:
  ///   - endpoint: The `jwks_uri` of validated metadata, never of a token.
  ///   - transport: The HTTP client.
  ///   - limits: The time and size limits of one fetch.
  ///   - clock: The wall clock. Default: the system's. Tests pass their own.
  public init(
    _ endpoint: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits(),
    clock: WallClock = .system
  ) {
    self.init(endpoint, through: transport, limits: limits, clock: clock, isOfStranger: false)
  }

  /// Creates a key set.
  ///
  /// - Parameter isOfStranger: Whether a stranger chose the address. Slow keys then don't count, and
  ///   few keys are tried.
  package init(
    _ endpoint: Endpoint, through transport: any HTTPTransport, limits: HTTPLimits, clock: WallClock,
    isOfStranger: Bool
  ) {
    self.endpoint = endpoint
    self.transport = transport
    self.limits = limits
    self.clock = clock
    self.isOfStranger = isOfStranger
  }

  /// Verifies a token's signature with the published keys.
  ///
  /// - Parameters:
  ///   - signature: The parsed token.
  ///   - algorithms: The allowed algorithms. HMAC algorithms never fit a published key.
  ///   - type: The expected `typ`.
  /// - Returns: The header and payload, proven to come from the issuer.
  /// - Throws: ``JOSEError`` if the token isn't accepted (without a fetch if no key is needed to
  ///   see it); ``RemoteKeySetError`` or a transport's error if no keys are available;
  ///   `CancellationError` as soon as the task that waits for a fetch is cancelled.
  public func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType = .any
  ) async throws -> VerifiedSignature {
    try signature.permitted(algorithms, type)
    let current = try await current()
    do {
      return try signature.verified(by: current.keys, allowing: algorithms, type: type)
    } catch {
      guard Self.mayBeExplained(signature, byOthersThan: current.keys, error),
        let newer = try await newer(than: current)
      else { throw error }
      return try signature.verified(by: newer.keys, allowing: algorithms, type: type)
    }
  }

  /// Returns the keys. They are fetched if there are none, or if they are no longer fresh.
  ///
  /// - Throws: ``RemoteKeySetError`` or a transport's error if no usable keys are available;
  ///   `CancellationError` as soon as the task that waits for a fetch is cancelled.
  public func keys() async throws -> JSONWebKeySet {
    try await current().keys
  }

  /// Returns the keys that encrypt for the publisher. They are fetched as those of ``keys()`` are.
  ///
  /// A client calls it before it encrypts a request object (RFC 9101 §6.1).
  ///
  /// - Throws: The errors of ``keys()``.
  public func encryptionKeys() async throws -> [EncryptionKey] {
    try await current().encryptionKeys
  }

  // MARK: Fetching

  private func current() async throws -> Held {
    let now = clock.now()
    if let heldKeys, heldKeys.isFresh(at: now) { return heldKeys }
    // While old keys are usable, a server that is down isn't asked again for each token.
    if let heldKeys, heldKeys.isUsable(at: now), isRecent(lastFailure, at: now) { return heldKeys }
    do {
      return try await fetched()
    } catch {
      try Task.checkCancellation()
      guard let heldKeys, heldKeys.isUsable(at: clock.now()) else { throw error }
      return heldKeys
    }
  }

  /// Returns newer keys than those that didn't fit, if they are already there or may be fetched.
  private func newer(than triedKeys: Held) async throws -> Held? {
    if let heldKeys, heldKeys.generation > triedKeys.generation { return heldKeys }
    if fetch == nil {
      let now = clock.now()
      fruitful.removeAll { !isRecent($0, at: now) }
      guard fruitful.count < Self.searches, !isRecent(fruitless, at: now), !isRecent(lastFailure, at: now) else {
        return nil
      }
      // Set before the answer, for the tokens that arrive meanwhile.
      fruitless = now
    }
    do {
      let newer = try await fetched()
      if newer.keys != triedKeys.keys, let search = fruitless {
        fruitful.append(search)
        fruitless = nil
      }
      return newer
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }

  /// Returns whether a moment lies within the pause before now. A moment in the future (the clock
  /// was set back) doesn't count.
  private func isRecent(_ moment: Date?, at now: Date) -> Bool {
    moment.map { (0..<Self.pause).contains(now.timeIntervalSince($0)) } ?? false
  }

  /// Waits for the running fetch, or starts one. The fetch continues if a waiting caller is
  /// cancelled.
  private func fetched() async throws -> Held {
    let running = fetch ?? SharedTask { try await self.fetchOnce() }
    fetch = running
    return try await running.value()
  }

  private func fetchOnce() async throws -> Held {
    defer { fetch = nil }
    do {
      let (publishedKeys, lifetime) = try await answer()
      let all = try Self.keys(publishedKeys, endpoint)
      let keys = isOfStranger ? all.ofStranger : all
      let newKeys = Held(
        keys: keys, encryptionKeys: EncryptionKey.keys(in: publishedKeys), fetchedAt: clock.now(), lifetime: lifetime,
        generation: (heldKeys?.generation ?? 0) + 1)
      heldKeys = newKeys
      lastFailure = nil
      return newKeys
    } catch {
      lastFailure = clock.now()
      throw error
    }
  }

  private func answer() async throws -> (JSONValue, TimeInterval) {
    var request = endpoint.request(.get)
    request.headerFields[.accept] = "application/jwk-set+json, application/json"
    request.headerFields[.userAgent] = "Pixy"
    let answer = try await transport.send(request, body: [], limits: limits)
    guard answer.response.status == .ok else {
      throw RemoteKeySetError.unexpectedStatus(answer.response.status.code, endpoint: endpoint)
    }
    do {
      return (try JSONValue(bytes: answer.json), FreshnessLifetime(answer.response.headerFields).seconds)
    } catch {
      throw RemoteKeySetError.unusable(.malformed(error), endpoint: endpoint)
    }
  }

  private static func keys(_ publishedKeys: JSONValue, _ endpoint: Endpoint) throws(RemoteKeySetError) -> JSONWebKeySet
  {
    do {
      return JSONWebKeySet(try JSONWebKeySet(publishedKeys).keys.filter { $0.keyType != .oct })
    } catch {
      throw .unusable(error, endpoint: endpoint)
    }
  }

  /// Returns whether a newer key may fit: no key was tried, or none of the tried keys has the
  /// token's `kid`.
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

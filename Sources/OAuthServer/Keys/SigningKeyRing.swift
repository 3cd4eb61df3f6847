#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import JOSE
public import Logging
public import OAuthCore
internal import Synchronization

/// A server's signing keys out of a store, changed in time, the same in every process (OpenID Connect Core §10.1.1).
///
/// Open one when the server starts, and give it to the configuration. Each key is published before it signs and after it
/// stopped, and when that is stands in the store: processes that share it agree without talking to each other. A running server
/// looks into the store once a minute, when requests come, and makes the next keys itself when their time has come. If the
/// store can't be read, the keys that are known go on.
///
/// ```swift
/// let ring = try await SigningKeyRing.open(store, seal: seal, algorithms: [.es256, .rs256], logger: logger)
/// let configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes, signingKeys: ring)
/// ```
public final class SigningKeyRing: SigningKeySource {
  /// How many seconds pass between two looks into the store.
  static let pause: TimeInterval = 60

  /// What the ring signs with; the first is the default.
  public let algorithms: [SignatureAlgorithm]
  /// When keys follow one another.
  public let rotation: KeyRotation

  private struct State {
    var contents: KeyRingContents
    var snapshot: KeyRingSnapshot { didSet { edition += 1 } }
    var edition = 0
    var loadedAt: Date
    var loading: Task<Void, Never>?
    /// How many looks into the store have begun, and the number of the one that ``contents`` come from.
    var looks = 0
    var look = 0
  }

  private let store: any SigningKeyStore
  private let seal: SigningKeySeal
  private let clock: WallClock
  private let logger: Logger
  private let state: Mutex<State>

  private init(
    _ store: any SigningKeyStore, _ seal: SigningKeySeal, _ algorithms: [SignatureAlgorithm], _ rotation: KeyRotation,
    _ clock: WallClock, _ logger: Logger, _ contents: KeyRingContents
  ) throws {
    self.store = store
    self.seal = seal
    self.algorithms = algorithms
    self.rotation = rotation
    self.clock = clock
    self.logger = logger
    let now = clock.now()
    state = Mutex(State(contents: contents, snapshot: try contents.snapshot(algorithms, at: now), loadedAt: now))
  }

  /// Reads the keys out of a store, and makes those that are missing: they sign at once.
  /// - Parameters:
  ///   - store: where the keys are kept.
  ///   - seal: opens them.
  ///   - algorithms: what to sign with; the first is the default. RS256 should be among them (OpenID Connect Discovery §3).
  ///   - rotation: when keys follow one another.
  ///   - clock: what time it is.
  ///   - logger: receives the `kid` of new keys, and that the store couldn't be read.
  /// - Throws: ``SigningKeyRingError``; what the store throws.
  public static func open(
    _ store: any SigningKeyStore, seal: SigningKeySeal, algorithms: [SignatureAlgorithm] = [.es256, .rs256],
    rotation: KeyRotation = .usual, clock: WallClock = .system, logger: Logger
  ) async throws -> SigningKeyRing {
    guard !algorithms.isEmpty, Set(algorithms).count == algorithms.count, !algorithms.contains(where: \.isSymmetric)
    else { throw SigningKeyRingError.algorithms }
    var contents = try KeyRingContents(try await store.keys(), openedBy: seal)
    for algorithm in algorithms where contents.newest(algorithm) == nil {
      let now = clock.now().wholeSeconds
      let record = try newRecord(algorithm, signsFrom: now, seal)
      // Another process that starts now may have been faster; its key is as good.
      if try await store.add(record, after: nil, publishingOthersUntil: now) {
        logger.notice("A signing key was made", metadata: ["alg": "\(algorithm.rawValue)", "kid": "\(record.keyID)"])
      }
      contents = try KeyRingContents(try await store.keys(), openedBy: seal)
    }
    return try SigningKeyRing(store, seal, algorithms, rotation, clock, logger, contents)
  }

  /// What signs now, and what is published now.
  public var current: SigningKeys { present { $0.snapshot.keys } }

  /// A number that grows with each change of ``current``.
  public var edition: Int { present { $0.edition } }

  private func present<Value: Sendable>(_ value: @Sendable (State) -> Value) -> Value {
    let now = clock.now()
    return state.withLock { state in
      if !state.snapshot.holds(at: now), let next = try? state.contents.snapshot(algorithms, at: now) {
        state.snapshot = next
      }
      return value(state)
    }
  }

  /// Makes a new key, which is published from now on and signs when the announcement is over; its predecessor is published until
  /// the retention is over.
  ///
  /// `pixy serve key rotate` calls it, and the ring itself when a key has signed for its period.
  /// - Parameter algorithm: whose key is to change; that of all unless said.
  /// - Throws: ``SigningKeyRingError``; what the store throws.
  public func rotate(_ algorithm: SignatureAlgorithm? = nil) async throws {
    try await reload()
    for algorithm in algorithm.map({ [$0] }) ?? algorithms {
      _ = try await addSuccessor(algorithm)
    }
    try await reload()
  }

  /// Stops using a key at once, in this process; in others, when they look into the store. What it signed isn't good any more,
  /// because nobody finds its public part. For a key that somebody else has.
  /// - Parameter keyID: its `kid`. If no other key of its algorithm signs, a new one is made and signs at once, though clients have
  ///   to fetch it first.
  /// - Throws: ``SigningKeyRingError``; what the store throws.
  public func revoke(_ keyID: String) async throws {
    try await store.remove(keyID)
    logger.notice("A signing key was revoked", metadata: ["kid": "\(keyID)"])
    let known = state.withLock { $0.contents }
    let left = KeyRingContents(try await store.keys(), openedBy: seal, known: known)
    for algorithm in algorithms where left.signer(algorithm, at: clock.now()) == nil {
      let now = clock.now().wholeSeconds
      let record = try Self.newRecord(algorithm, signsFrom: now, seal)
      _ = try await store.add(
        record, after: left.newest(algorithm)?.keyID, publishingOthersUntil: (now + rotation.retention).wholeSeconds)
    }
    try await reload()
    try await keepUp()
  }

  /// Looks into the store. A key that can't be opened is left out, and logged.
  /// - Throws: ``SigningKeyRingError`` if no key is left to sign with; what the store throws. The keys that are known go on then.
  public func reload() async throws {
    let (known, look) = state.withLock { state in
      state.looks += 1
      return (state.contents, state.looks)
    }
    let contents = KeyRingContents(try await store.keys(), openedBy: seal, known: known)
    for keyID in contents.unopened {
      logger.error("A signing key can't be opened, and isn't published by this process", metadata: ["kid": "\(keyID)"])
    }
    let now = clock.now()
    let snapshot = try contents.snapshot(algorithms, at: now)
    state.withLock { state in
      // A look that began before another one that has ended may have seen a key that was revoked in between.
      guard look > state.look else { return }
      (state.contents, state.snapshot, state.loadedAt, state.look) = (contents, snapshot, now, look)
    }
  }

  /// Looks into the store if the last look was a minute ago, makes keys whose time has come, and forgets those whose time is over.
  /// A server calls it at each request, and waits for it only if the last look was five minutes ago: a process that had no request since
  /// may not know which key signs by now, or that one was revoked.
  /// - Returns: what to wait for, if the keys are as old as that.
  public func reloadIfDue() -> Task<Void, Never>? {
    let reloading = reloadingIfDue()
    return reloading.isOverdue ? reloading.task : nil
  }

  /// The work of ``reloadIfDue()``, if there is any, for tests to wait for.
  @discardableResult
  func reloadingIfDue() -> (task: Task<Void, Never>?, isOverdue: Bool) {
    let now = clock.now()
    return state.withLock { state in
      let age = now.timeIntervalSince(state.loadedAt)
      guard !(0..<Self.pause).contains(age) else { return (nil, false) }
      let task = state.loading ?? Task { await self.look() }
      state.loading = task
      return (task, !(0..<Self.pause * 5).contains(age))
    }
  }

  private func look() async {
    do {
      try await reload()
      try await keepUp()
    } catch {
      logger.error(
        "The signing keys could not be looked up; the known ones go on",
        metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
    // A store that fails is asked again after the pause, not at each request.
    state.withLock {
      $0.loading = nil
      $0.loadedAt = clock.now()
    }
  }

  private func keepUp() async throws {
    let now = clock.now()
    let contents = state.withLock { $0.contents }
    var hasChanged = false
    for algorithm in algorithms {
      guard let newest = contents.newest(algorithm) else { continue }
      let isOld = rotation.period.map { now >= newest.signsFrom + ($0 - rotation.announcement) } ?? false
      // Whose end is written down already has no successor any more: that one was revoked.
      if isOld || newest.publishedUntil != nil {
        hasChanged = try await addSuccessor(algorithm) || hasChanged
      }
    }
    for record in contents.records where record.publishedUntil.map({ $0 + .seconds(86_400) <= now }) ?? false {
      try await store.remove(record.keyID)
      hasChanged = true
    }
    if hasChanged { try await reload() }
  }

  private func addSuccessor(_ algorithm: SignatureAlgorithm) async throws -> Bool {
    let signsFrom = (clock.now() + rotation.announcement).wholeSeconds
    let record = try Self.newRecord(algorithm, signsFrom: signsFrom, seal)
    let newest = state.withLock { $0.contents.newest(algorithm)?.keyID }
    let isAdded = try await store.add(
      record, after: newest, publishingOthersUntil: signsFrom + rotation.retention)
    if isAdded {
      logger.notice(
        "A signing key was made", metadata: ["alg": "\(algorithm.rawValue)", "kid": "\(record.keyID)"])
    }
    return isAdded
  }

  private static func newRecord(
    _ algorithm: SignatureAlgorithm, signsFrom: Date, _ seal: SigningKeySeal
  ) throws -> SigningKeyRecord {
    let unnamed = try SigningKey.generate(algorithm)
    // RFC 7638: a name that no other key can have.
    let keyID = unnamed.verificationKey.thumbprint
    var members = try JSONValue(octets: Array(unnamed.privateJWK().reveal().utf8)).object ?? [:]
    members["kid"] = .string(keyID)
    let key = try SigningKey(jwk: .object(members))
    return SigningKeyRecord(
      keyID: keyID, algorithm: algorithm, signsFrom: signsFrom, sealed: try seal.seal(key, keyID: keyID))
  }
}

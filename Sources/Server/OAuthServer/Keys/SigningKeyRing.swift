internal import FoundationBasics
public import JOSE
public import Logging
public import OAuthCore
internal import Synchronization

/// A server's signing keys in a database: rotated on a schedule, and the same in every process
/// (OpenID Connect Core §10.1.1).
///
/// Open a ring when the server starts, and pass it to the configuration. Each key is published
/// before it signs and after it stopped. The times are in the database, so processes that share it
/// agree without communicating. While requests arrive, a server reads the keys once a minute, and
/// generates the next keys when they are due. If the database can't be read, the known keys stay in
/// use.
///
/// ```swift
/// let ring = try await SigningKeyRing.open(
///   database, seal: seal, algorithms: [.es256, .rs256], logger: logger)
/// let configuration = try AuthorizationServerConfiguration(
///   issuer: issuer, scopes: scopes, signingKeys: ring)
/// ```
public final class SigningKeyRing: SigningKeySource {
  /// The age of the keys, in seconds, from which a request waits for them to be read.
  static let overdueAge: TimeInterval = 300
  /// The time between two reads of the database, in seconds.
  private let pause: TimeInterval

  /// The algorithms of the keys that sign; the first is the default.
  public let algorithms: [SignatureAlgorithm]
  /// The times at which keys follow one another.
  public let rotation: KeyRotation

  private struct State {
    var contents: KeyRingContents
    var snapshot: KeyRingSnapshot { didSet { edition += 1 } }
    var edition = 0
    var loadedAt: Date
    var loading: Task<Void, Never>?
    /// The number of reads of the database that have begun, and the number of the read that
    /// ``contents`` came from.
    var looks = 0
    var look = 0
  }

  private let store: any SigningKeyOperations
  private let seal: SigningKeySeal
  private let clock: WallClock
  private let logger: Logger
  private let state: Mutex<State>

  private init(
    _ store: any SigningKeyOperations, _ seal: SigningKeySeal, _ algorithms: [SignatureAlgorithm],
    _ rotation: KeyRotation, _ pause: Duration,
    _ clock: WallClock, _ logger: Logger, _ contents: KeyRingContents
  ) throws {
    self.store = store
    self.seal = seal
    self.algorithms = algorithms
    self.rotation = rotation
    self.pause = pause / .seconds(1)
    self.clock = clock
    self.logger = logger
    let now = clock.now()
    state = Mutex(State(contents: contents, snapshot: try contents.snapshot(algorithms, at: now), loadedAt: now))
  }

  /// Opens a ring: reads the keys from a database, and generates those that are missing, which sign
  /// at once.
  /// - Parameters:
  ///   - store: The database of the keys.
  ///   - seal: The seal that encrypts the keys for the database.
  ///   - algorithms: The algorithms to sign with; the first is the default. RS256 should be among
  ///     them (OpenID Connect Discovery §3). Default: ES256 and RS256.
  ///   - rotation: The times at which keys follow one another. Default: ``KeyRotation/usual``.
  ///   - pause: The time between two reads of the database. A key that another process revokes signs
  ///     for at most this time. Default: a minute.
  ///   - clock: The wall clock. Default: the system's.
  ///   - logger: The log. It receives the `kid` of new keys, and reports when the database can't be
  ///     read.
  /// - Throws: ``SigningKeyRingError`` if the algorithms or a stored key can't be used; the errors
  ///   of the database.
  public static func open(
    _ store: any SigningKeyOperations, seal: SigningKeySeal, algorithms: [SignatureAlgorithm] = [.es256, .rs256],
    rotation: KeyRotation = .usual, readingEvery pause: Duration = .seconds(60), clock: WallClock = .system,
    logger: Logger
  ) async throws -> SigningKeyRing {
    guard !algorithms.isEmpty, Set(algorithms).count == algorithms.count, !algorithms.contains(where: \.isSymmetric)
    else { throw SigningKeyRingError.algorithms }
    var contents = try KeyRingContents(try await store.signingKeyRecords(), openedBy: seal)
    for algorithm in algorithms where contents.newest(algorithm) == nil {
      let now = clock.now().wholeSeconds
      let record = try newRecord(algorithm, signsFrom: now, seal)
      // If another process has added its key first, that key is used.
      if try await store.addSigningKey(record, after: nil, publishingOthersUntil: now) {
        logger.notice(
          "A signing key was generated", metadata: ["alg": "\(algorithm.rawValue)", "kid": "\(record.keyID)"])
      }
      contents = try KeyRingContents(try await store.signingKeyRecords(), openedBy: seal)
    }
    return try SigningKeyRing(store, seal, algorithms, rotation, pause, clock, logger, contents)
  }

  /// The keys that sign now, and those that are published now.
  public var current: SigningKeys { present { $0.snapshot.keys } }

  /// A number that grows with each change of ``current``. Values derived from the keys are valid
  /// for one edition.
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

  /// Generates a new key.
  ///
  /// The new key is published from now on, and signs when its announcement has passed. Its
  /// predecessor is published until the retention has passed. `pixy serve key rotate` calls this
  /// function, and the ring itself when a key has signed for its period.
  /// - Parameter algorithm: The algorithm whose key changes. Default: all of the ring's.
  /// - Throws: ``SigningKeyRingError`` if a stored key can't be used; the errors of the database.
  public func rotate(_ algorithm: SignatureAlgorithm? = nil) async throws {
    try await reload()
    for algorithm in algorithm.map({ [$0] }) ?? algorithms {
      _ = try await addSuccessor(algorithm)
    }
    try await reload()
  }

  /// Revokes a key that was compromised.
  ///
  /// This process stops using the key at once, other processes at their next read of the database.
  /// Everything that the key signed becomes invalid, because its public key is no longer published.
  /// - Parameter keyID: The key's `kid`. If no other key of its algorithm signs, a new one is
  ///   generated and signs at once, although clients have to fetch it first.
  /// - Throws: ``SigningKeyRingError`` if a stored key can't be used; the errors of the database.
  public func revoke(_ keyID: String) async throws {
    try await store.removeSigningKey(keyID)
    logger.notice("A signing key was revoked", metadata: ["kid": "\(keyID)"])
    let presentContents = state.withLock { $0.contents }
    let remainder = KeyRingContents(try await store.signingKeyRecords(), openedBy: seal, present: presentContents)
    for algorithm in algorithms where remainder.signer(algorithm, at: clock.now()) == nil {
      let now = clock.now().wholeSeconds
      let record = try Self.newRecord(algorithm, signsFrom: now, seal)
      _ = try await store.addSigningKey(
        record, after: remainder.newest(algorithm)?.keyID,
        publishingOthersUntil: (now + rotation.retention).wholeSeconds)
    }
    try await reload()
    try await rotateIfDue()
  }

  /// Reads the keys. A key that can't be opened is left out and logged.
  /// - Throws: ``SigningKeyRingError`` if no key is left to sign with; the errors of the database.
  ///   The known keys then stay in use.
  public func reload() async throws {
    let (presentContents, look) = state.withLock { state in
      state.looks += 1
      return (state.contents, state.looks)
    }
    let contents = KeyRingContents(try await store.signingKeyRecords(), openedBy: seal, present: presentContents)
    for keyID in contents.unopenedKeys {
      logger.error("A signing key can't be opened, and isn't published by this process", metadata: ["kid": "\(keyID)"])
    }
    let now = clock.now()
    let snapshot = try contents.snapshot(algorithms, at: now)
    state.withLock { state in
      // This read began before one that has ended, so it may contain a key that was revoked in
      // between.
      guard look > state.look else { return }
      (state.contents, state.snapshot, state.loadedAt, state.look) = (contents, snapshot, now, look)
    }
  }

  /// Reads the keys if the last read is long enough ago, generates keys that are due, and removes
  /// those that have expired.
  ///
  /// A server calls it at each request. The request waits only if the last read was five minutes
  /// ago: a process without requests since then may not know which key signs now, or that a key was
  /// revoked.
  /// - Returns: The read to wait for, if the keys are that old; otherwise `nil`.
  public func reloadIfDue() -> Task<Void, Never>? {
    let reloading = startReloadIfDue()
    return reloading.isOverdue ? reloading.task : nil
  }

  /// Starts the work of ``reloadIfDue()`` if it is due, and returns its task for tests to wait for.
  @discardableResult
  func startReloadIfDue() -> (task: Task<Void, Never>?, isOverdue: Bool) {
    let now = clock.now()
    return state.withLock { state in
      let age = now.timeIntervalSince(state.loadedAt)
      guard !(0..<pause).contains(age) else { return (nil, false) }
      let task = state.loading ?? Task { await self.look() }
      state.loading = task
      return (task, !(0..<Self.overdueAge).contains(age))
    }
  }

  private func look() async {
    do {
      try await reload()
      try await rotateIfDue()
    } catch {
      var metadata: Logger.Metadata = ["error": "\(String(reflecting: type(of: error)))"]
      if let explainedError = error as? any ExplainedError { metadata["cause"] = "\(explainedError.explanation)" }
      logger.error("The signing keys could not be read; the known keys stay in use", metadata: metadata)
    }
    // A database that fails is read again after the pause, not at each request.
    state.withLock {
      $0.loading = nil
      $0.loadedAt = clock.now()
    }
  }

  private func rotateIfDue() async throws {
    let now = clock.now()
    let contents = state.withLock { $0.contents }
    var hasChanged = false
    for algorithm in algorithms {
      guard let newest = contents.newest(algorithm) else { continue }
      let isOld = rotation.period.map { now >= newest.signsFrom + ($0 - rotation.announcement) } ?? false
      // A newest key with an end date has no successor, because its successor was revoked.
      if isOld || newest.publishedUntil != nil {
        hasChanged = try await addSuccessor(algorithm) || hasChanged
      }
    }
    for record in contents.records where record.publishedUntil.map({ $0 + .seconds(86_400) <= now }) ?? false {
      try await store.removeSigningKey(record.keyID)
      hasChanged = true
    }
    if hasChanged { try await reload() }
  }

  private func addSuccessor(_ algorithm: SignatureAlgorithm) async throws -> Bool {
    let signsFrom = (clock.now() + rotation.announcement).wholeSeconds
    let record = try Self.newRecord(algorithm, signsFrom: signsFrom, seal)
    let newest = state.withLock { $0.contents.newest(algorithm)?.keyID }
    let isAdded = try await store.addSigningKey(
      record, after: newest, publishingOthersUntil: signsFrom + rotation.retention)
    if isAdded {
      logger.notice(
        "A signing key was generated", metadata: ["alg": "\(algorithm.rawValue)", "kid": "\(record.keyID)"])
    }
    return isAdded
  }

  private static func newRecord(
    _ algorithm: SignatureAlgorithm, signsFrom: Date, _ seal: SigningKeySeal
  ) throws -> SigningKeyRecord {
    let unnamedKey = try SigningKey.generate(algorithm)
    // The thumbprint (RFC 7638) identifies only this key.
    let keyID = unnamedKey.verificationKey.thumbprint
    var members = try JSONValue(bytes: Array(unnamedKey.privateJWK().reveal().utf8)).object ?? [:]
    members["kid"] = .string(keyID)
    let key = try SigningKey(jwk: .object(members))
    return SigningKeyRecord(
      keyID: keyID, algorithm: algorithm, signsFrom: signsFrom, sealedKey: try seal.seal(key, keyID: keyID))
  }
}

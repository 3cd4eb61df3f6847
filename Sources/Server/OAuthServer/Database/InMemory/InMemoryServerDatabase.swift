public import OAuthCore
internal import Synchronization

/// A server's database in the memory of this process, for tests and demonstrations. It ends with
/// the process.
///
/// Every operation runs under one lock, which makes it atomic. Rows that have expired are removed
/// from time to time: memory never holds more than about twice what is needed.
public final class InMemoryServerDatabase: ServerDatabase {
  struct State: Sendable {
    var codes = InMemoryCodes()
    var tokens = InMemoryTokens()
    var sessions = InMemorySessions()
    var devices = InMemoryDevices()
    var pushedRequests = InMemoryTable<SecretHash, InMemoryPushedRequest>()
    var consents: [Subject: [String: ConsentRecord]] = [:]
    var registrations: [String: ClientRegistrationRecord] = [:]
    var attempts = InMemoryAttempts()
    var usedTokens = InMemoryUsedTokens()
    var signingKeys: [String: SigningKeyRecord] = [:]
  }

  let clock: WallClock
  private let state = Mutex(State())

  /// Creates an empty database.
  ///
  /// - Parameter clock: The clock that decides which rows have expired. Default: the system's.
  public init(clock: WallClock = .system) {
    self.clock = clock
  }

  /// Runs one operation under the lock.
  func transaction<Result: Sendable>(_ body: @Sendable (inout State) throws -> sending Result) rethrows -> Result {
    try state.withLock { try body(&$0) }
  }
}

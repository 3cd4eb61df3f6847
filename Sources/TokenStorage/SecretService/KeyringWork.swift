#if os(Linux)
internal import Synchronization

/// Does work with the keyring on threads of its own, and waits for it no longer than a limit.
///
/// A keyring may hang: its service waits for a window that nobody sees, or was stopped. Then the work is cancelled; if it
/// should stay stuck all the same, a thread is lost and nobody waits for it.
struct KeyringWork: Sendable {
  /// libsecret's name for the loader.
  let library: String
  /// Where the address of the bus is found.
  let environment: [String: String]
  /// Waits for the limit.
  let clock: any Clock<Duration>

  private let threads = BlockingWork("pixy.secret-service")

  init(library: String, environment: [String: String], clock: any Clock<Duration>) {
    self.library = library
    self.environment = environment
    self.clock = clock
  }

  /// Does something with the keyring. It is done to its end or its limit, also if the task is cancelled meanwhile.
  ///
  /// - Parameters:
  ///   - limit: how long the caller waits at most.
  ///   - body: the work.
  /// - Throws: ``TokenStoreError/Kind/timedOut`` at the limit; ``TokenStoreError/Kind/absent`` if there is no library, no bus
  ///   or no service; what the body throws.
  func run<Result: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    let library = try LibSecret(library)
    let address = try BusAddress.find(in: environment)
    let cancellation = Cancellation(library)
    let outcome: Swift.Result<Result, TokenStoreError> = await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      let timer = Task {
        // Cancelled when there is an answer.
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        cancellation.cancel()
        answer.give(.failure(TokenStoreError(.timedOut, place: BusConnection.place)))
      }
      Task {
        do throws(TokenStoreError) {
          answer.give(
            .success(
              try await threads.run { () throws(TokenStoreError) in
                try BusConnection.with(library, address: address, cancellation: cancellation) {
                  connection throws(TokenStoreError) in
                  try body(Keyring(connection: connection))
                }
              }))
        } catch {
          answer.give(.failure(error))
        }
        timer.cancel()
      }
    }
    return try outcome.get()
  }

  /// The first outcome is the caller's; a second one comes when the work ends after its limit.
  private final class Answer<Result: Sendable>: Sendable {
    typealias Outcome = Swift.Result<Result, TokenStoreError>

    private let continuation: Mutex<CheckedContinuation<Outcome, Never>?>

    init(_ continuation: CheckedContinuation<Outcome, Never>) {
      self.continuation = Mutex(continuation)
    }

    func give(_ outcome: Outcome) {
      continuation.withLock { $0.take() }?.resume(returning: outcome)
    }
  }
}
#endif

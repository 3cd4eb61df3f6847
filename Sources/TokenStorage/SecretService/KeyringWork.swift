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

  /// Does something with the keyring. It is done to its end or its limit, also if the task is cancelled meanwhile, unless it
  /// may be given up then.
  ///
  /// - Parameters:
  ///   - limit: how long the caller waits at most.
  ///   - isCancellable: whether it is given up if the task is cancelled: not for what writes.
  ///   - body: the work.
  /// - Throws: ``TokenStoreError/Kind/timedOut`` at the limit; ``TokenStoreError/Kind/absent`` if there is no library, no bus
  ///   or no service; ``TokenStoreError/Kind/failed`` if it was given up; what the body throws.
  func run<Result: Sendable>(
    within limit: Duration, isCancellable: Bool = false,
    _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    let library = try LibSecret(library)
    let address = try BusAddress.find(in: environment)
    let cancellation = Cancellation(library)
    let answer = Answer<Result>()
    let outcome = await withTaskCancellationHandler {
      await carryOut(body, within: limit, answer, library, address, cancellation)
    } onCancel: {
      guard isCancellable else { return }
      cancellation.cancel()
      answer.give(.failure(TokenStoreError(.failed, place: BusConnection.place, cause: "the task was cancelled")))
    }
    return try outcome.get()
  }

  private func carryOut<Result: Sendable>(
    _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Result, within limit: Duration,
    _ answer: Answer<Result>, _ library: LibSecret, _ address: String, _ cancellation: Cancellation
  ) async -> Swift.Result<Result, TokenStoreError> {
    await withCheckedContinuation { continuation in
      answer.wait(continuation)
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
  }

  /// The first outcome is the caller's; a second one comes when the work ends after its limit.
  private final class Answer<Result: Sendable>: Sendable {
    typealias Outcome = Swift.Result<Result, TokenStoreError>

    private struct State {
      var outcome: Outcome?
      var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
      let outcome = state.withLock { state in
        // A task may be cancelled before it waits.
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }

    func give(_ outcome: Outcome) {
      let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
        guard state.outcome == nil else { return nil }
        state.outcome = outcome
        return state.waiter.take()
      }
      waiter?.resume(returning: outcome)
    }
  }
}
#endif

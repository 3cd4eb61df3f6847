#if os(Linux)
internal import Synchronization

/// Runs work with the keyring on separate threads, with a time limit.
///
/// A keyring may hang: its service waits for a window that no user sees, or was stopped. At the
/// limit the work is cancelled. If the work doesn't stop, it occupies one thread, but no caller
/// waits for it. If the service has asked the user by then, the user gets a second, longer limit.
struct KeyringWork: Sendable {
  /// The file name of libsecret for the loader.
  let library: String
  /// The environment variables that locate the bus.
  let environment: [String: String]
  /// The clock that measures the limits.
  let clock: any Clock<Duration>
  /// The time that the user has to answer a question of the keyring, after the limit of the call.
  let promptLimit: Duration
  /// Receives the limit for the user's answer when that limit begins.
  let onPrompt: @Sendable (Duration) -> Void

  private let threads = BlockingWork("pixy.secret-service")

  init(
    library: String, environment: [String: String], clock: any Clock<Duration>,
    promptLimit: Duration = SecretServiceTokenStore.promptLimit,
    onPrompt: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.library = library
    self.environment = environment
    self.clock = clock
    self.promptLimit = promptLimit
    self.onPrompt = onPrompt
  }

  /// Runs a body with the keyring, until it ends or the limit is reached. Cancellation of the task
  /// ends it only if `isCancellable` is true.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the caller waits, except for the user's answer.
  ///   - isCancellable: Whether cancellation of the task cancels the work. Must be false for work
  ///     that writes.
  ///   - body: The work.
  /// - Throws: ``TokenStoreError/Kind/timedOut`` at the limit; ``TokenStoreError/Kind/absent`` if
  ///   there is no library, no bus or no service; ``TokenStoreError/Kind/failed`` if the task was
  ///   cancelled; the body's error.
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
        // The sleep is cancelled when the work has ended.
        guard (try? await clock.sleep(for: limit)) != nil else { return }
        var cause: String?
        if cancellation.isPrompting {
          onPrompt(promptLimit)
          guard (try? await clock.sleep(for: promptLimit)) != nil else { return }
          if cancellation.isPrompting { cause = KeyringPrompt.noAnswer }
        }
        // First, so that the cancelled call isn't the outcome.
        answer.give(.failure(TokenStoreError(.timedOut, place: BusConnection.place, cause: cause)))
        cancellation.cancel()
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

  /// The first outcome, which is the caller's. Work that ends after its limit produces a second
  /// one, which is discarded.
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

internal import Dispatch

/// Runs blocking calls (files, a keyring's library) on separate threads.
///
/// Swift's thread pool has one thread for each core. A blocked thread there would delay every other
/// task of the program.
struct BlockingWork: Sendable {
  private let queue: DispatchQueue

  /// Creates a runner that starts threads when it needs them.
  ///
  /// - Parameter label: The queue's name, for debuggers.
  init(_ label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated, attributes: .concurrent)
  }

  /// Runs a blocking body. The body runs to its end even if the task is cancelled meanwhile: a
  /// write must not stop half-way.
  ///
  /// - Throws: The body's error.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    typealias Outcome = Swift.Result<Result, TokenStoreError>
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
      queue.async {
        continuation.resume(returning: Outcome { () throws(TokenStoreError) in try body() })
      }
    }
    return try outcome.get()
  }

  /// Waits without blocking a thread, even if the task is cancelled: for work that must run to its
  /// end.
  func pause(_ duration: Duration) async {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { continuation.resume() }
    }
  }
}

internal import Dispatch

/// Runs calls that block (files, a keyring's library) on threads of their own, because a blocked thread of Swift's pool,
/// which has one for each core, would keep every other task of the program waiting.
struct BlockingWork: Sendable {
  private let queue: DispatchQueue

  /// Makes threads as they are needed.
  ///
  /// - Parameter label: a name for debuggers.
  init(_ label: String) {
    queue = DispatchQueue(label: label, qos: .userInitiated, attributes: .concurrent)
  }

  /// Does something that blocks. It is done to its end, also if the task is cancelled meanwhile: half a write helps nobody.
  ///
  /// - Throws: what the body throws.
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

  /// Waits without blocking a thread, also if the task is cancelled: for work that must be done to its end.
  func pause(_ duration: Duration) async {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { continuation.resume() }
    }
  }
}

#if os(Linux)
internal import Synchronization

/// Cancels calls to the keyring that are in progress.
///
/// Unchecked `Sendable` because it stores a pointer. The pointer never changes, and GLib documents
/// that several threads may cancel and query one `GCancellable`.
@safe final class Cancellation: @unchecked Sendable {
  private let library: LibSecret
  /// The `GCancellable`, valid during this object's lifetime.
  let object: LibSecret.Object
  private let prompts = Mutex(false)

  /// Whether the keyring's program waits for the user's answer. The time limit of the work is longer
  /// then.
  var isPrompting: Bool {
    get { prompts.withLock(\.self) }
    set { prompts.withLock { $0 = newValue } }
  }

  init(_ library: LibSecret) {
    self.library = library
    unsafe object = unsafe library.cancellableNew()
  }

  deinit {
    unsafe library.unref(object)
  }

  /// Makes all current and later calls that use this cancellation fail.
  func cancel() {
    unsafe library.cancel(object)
  }
}
#endif

#if os(Linux)
/// Cancels calls to the keyring that are in progress.
///
/// Unchecked `Sendable` because it stores a pointer. The pointer never changes, and GLib documents
/// that several threads may cancel and query one `GCancellable`.
@safe final class Cancellation: @unchecked Sendable {
  private let library: LibSecret
  /// The `GCancellable`, valid during this object's lifetime.
  let object: LibSecret.Object

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

#if os(Linux)
/// Stops calls to the keyring that are under way.
///
/// Unchecked because it holds a pointer; the pointer never changes, and GLib's documentation says that a GCancellable may be
/// cancelled and looked at by several threads.
@safe final class Cancellation: @unchecked Sendable {
  private let library: LibSecret
  /// The GCancellable, for as long as this lives.
  let object: LibSecret.Object

  init(_ library: LibSecret) {
    self.library = library
    unsafe object = unsafe library.cancellableNew()
  }

  deinit {
    unsafe library.unref(object)
  }

  /// Ends what waits on it, and what is begun later, with a failure.
  func cancel() {
    unsafe library.cancel(object)
  }
}
#endif

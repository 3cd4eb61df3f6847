/// An error that can leave it open whether the server has done what a request asked for.
///
/// A client that repeats such a request may find its refresh token or its code spent.
package protocol UncertainOutcome: Error {
  /// Whether the request may have succeeded although its answer didn't arrive, or can't be used.
  var mayHaveSucceeded: Bool { get }
}

/// A way to open a URL in the user's browser.
public protocol BrowserOpener: Sendable {
  /// Starts to open a URL and returns without waiting for the browser to end.
  ///
  /// - Parameter url: The URL. It contains `state`: don't log it, and pass it only to the browser.
  /// - Throws: ``UserAgentError/browserFailed(command:cause:)`` if no browser could be started. The
  ///   sign-in continues, because the user was shown the URL and can open it.
  func open(_ url: String) async throws
}

/// An opener that does nothing: the user opens the displayed URL, or a test simulates the browser.
public struct NoBrowser: BrowserOpener {
  /// Creates an opener.
  public init() {}

  /// Does nothing.
  public func open(_ url: String) async throws {}
}

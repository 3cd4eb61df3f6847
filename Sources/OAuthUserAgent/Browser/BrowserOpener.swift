/// What brings an address before the person's eyes.
public protocol BrowserOpener: Sendable {
  /// Starts to open an address and returns without waiting for the browser to end.
  /// - Parameter url: the address. It carries `state`: don't log it, and give it to the browser alone.
  /// - Throws: ``UserAgentError/browserFailed(command:cause:)`` if nothing could be started. The sign-in goes on: the
  ///   person was shown the address and can open it.
  func open(_ url: String) async throws
}

/// Opens nothing: the person opens the address they are shown, or a test plays the browser.
public struct NoBrowser: BrowserOpener {
  /// Makes one.
  public init() {}

  /// Does nothing.
  public func open(_ url: String) async throws {}
}

/// A browser sheet of the system, shown for one sign-in, as far as the logic uses it.
/// `SystemWebSessions` creates Apple's. Tests simulate one.
@MainActor package protocol WebSession {
  /// Shows the sheet.
  ///
  /// - Returns: Whether it is shown. If not, the session may or may not report an end.
  func start() -> Bool

  /// Closes the sheet. The session may report that as its end.
  func cancel()
}

/// A factory of browser sheets.
package protocol WebSessions: Sendable {
  /// Whether the system would show a sheet now: its window is on the screen and active.
  @MainActor var canPresent: Bool { get }

  /// Creates a sheet that isn't shown yet.
  ///
  /// - Parameters:
  ///   - request: The page to show, and the callback that ends the sheet.
  ///   - onEnd: Receives the way in which the sheet ended, on any thread, and perhaps more than
  ///     once.
  @MainActor func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession
}

/// The page that a sheet shows, and the callback that ends it.
package struct WebSessionRequest: Sendable, Hashable {
  /// The URL of the sign-in.
  package let url: String
  /// The callback that carries the response.
  package let callback: WebSessionCallback
  /// Whether the sheet is separate from the user's browser, its cookies and sign-ins.
  package let isEphemeral: Bool
}

/// A browser sheet of the system, shown for one sign-in, as far as the logic needs it: `SystemWebSessions` makes
/// Apple's, tests play one.
@MainActor package protocol WebSession {
  /// Shows the sheet.
  ///
  /// - Returns: whether it is shown. If not, the session may or may not report an end.
  func start() -> Bool

  /// Takes the sheet away. The session may report that as its end.
  func cancel()
}

/// What makes sheets.
package protocol WebSessions: Sendable {
  /// Makes a sheet that isn't shown yet.
  ///
  /// - Parameters:
  ///   - request: what to show, and what ends it.
  ///   - onEnd: told how it ended, on any thread, and perhaps more than once.
  @MainActor func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession
}

/// What a sheet shows, and what ends it.
package struct WebSessionRequest: Sendable, Hashable {
  /// The address of the sign-in.
  package let url: String
  /// Which address brings the answer.
  package let callback: WebSessionCallback
  /// Whether the sheet knows nothing of the person's browser, its cookies and sign-ins.
  package let isEphemeral: Bool
}

/// How a sheet ended.
package enum WebSessionEnd: Sendable, Hashable {
  /// The browser was sent to the callback: the whole address.
  case callback(String)
  /// The person closed it.
  case cancelled
  /// The system's word for why it couldn't go on.
  case failed(String)
}

public import OAuthCore

/// The person's browser: what shows the authorization endpoint and catches the way back (RFC 8252 §4).
public protocol UserAgent: Sendable {
  /// Sends the person to sign in and waits until they come back.
  ///
  /// An implementation first makes ready to receive, then calls `attempt` with the redirect URI it listens on, then
  /// shows the attempt's address, and gives what comes back to ``AuthorizationAttempt/receive(_:)``. An answer whose
  /// `state` is foreign doesn't belong to this attempt: the implementation goes on waiting.
  /// - Parameter attempt: makes the one attempt of this call.
  /// - Throws: ``CallbackError`` if the server refused or the answer can't be trusted; the implementation's own errors
  ///   if the browser can't be opened or the time ran out; `CancellationError` if the task was cancelled.
  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode
}

public import OAuthCore

/// The user's browser: it opens the authorization endpoint and delivers the answer (RFC 8252 §4).
///
/// `OAuthUserAgent` has those for commands and apps. The simplest one for a terminal is:
///
/// ```swift
/// struct TerminalUserAgent: UserAgent {
///   let redirectURI: RedirectURI
///
///   func authorize(
///     _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
///   ) async throws -> AuthorizationCode {
///     let attempt = try await attempt(redirectURI)
///     print("Open", attempt.url, "and paste the address at which the browser ends.")
///     return try attempt.receive(AuthorizationCallback(url: readLine() ?? ""))
///   }
/// }
/// ```
public protocol UserAgent: Sendable {
  /// Sends the user to sign in and waits for the answer.
  ///
  /// An implementation first prepares to receive the answer. Then it calls `attempt` with the
  /// redirect URI that it listens on, opens the attempt's address, and passes the answer to
  /// ``AuthorizationAttempt/receive(_:)``. If that throws an error whose
  /// ``CallbackError/leavesWaiting`` is true, the implementation goes on waiting.
  ///
  /// - Parameter attempt: Begins the attempt. It is called once.
  /// - Throws: ``CallbackError`` if the server refused or the answer can't be trusted; the
  ///   implementation's own errors if the browser can't be opened or the timeout has passed;
  ///   `CancellationError` if the task was cancelled.
  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode
}

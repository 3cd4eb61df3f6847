public import OAuthCore

/// Verifies the ID tokens of refreshes, so that a session never continues as another user (OpenID
/// Connect Core §12.2).
///
/// `OpenIDClient` is one. A `TokenSession` calls it while it holds the account's lock.
public protocol RefreshVerifier: Sendable {
  /// Verifies the ID token of a refresh's answer. An answer without one is accepted.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - previous: The stored ID token of the sign-in or of the last refresh; `nil` if there is none.
  /// - Returns: The answer to store, whose ID token is decrypted.
  /// - Throws: The reason why the answer isn't accepted, or why that can't be decided right now. The
  ///   session stores the new refresh token, and returns no access token.
  func verify(_ response: TokenResponse, continuing previous: Secret?) async throws -> TokenResponse
}

public import OAuthCore

/// Validates access tokens and returns their content. Use ``JWTAccessTokens``,
/// ``IntrospectedAccessTokens`` or ``MixedAccessTokens``, or define your own, for example a look-up
/// in the authorization server's store if both are one program.
public protocol AccessTokenChecker: Sendable {
  /// Validates a token: its signature or its status at the server, and its issuer, audience and
  /// times. ``ResourceServer`` calls it for each request, from any thread.
  ///
  /// - Parameter token: The token as it was presented. It must not appear in a log or an error.
  /// - Throws: ``AccessTokenProblem`` if the token is invalid; the response is 401. Any other error
  ///   means that the token can't be validated right now; the response is 503, because 401 would
  ///   make the client discard a valid token.
  func facts(about token: Secret) async throws -> AccessTokenFacts
}

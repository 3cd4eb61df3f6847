public import OAuthCore

/// Tells whether an access token is good, and what it says: ``JWTAccessTokens``, ``IntrospectedAccessTokens``, ``MixedAccessTokens``, or one
/// of your own, such as a look-up in the authorization server's store where both are one program.
public protocol AccessTokenChecker: Sendable {
  /// Checks a token: signature or server, issuer, audience, times. ``ResourceServer`` calls it for each request, from any thread.
  ///
  /// - Parameter token: as it was presented. It goes into no log and no error.
  /// - Throws: ``AccessTokenProblem`` if the token isn't good: the request is answered with 401. Any other error means that it
  ///   can't be told at the moment: the answer is 503, because 401 would have the client throw a good token away.
  func facts(about token: Secret) async throws -> AccessTokenFacts
}

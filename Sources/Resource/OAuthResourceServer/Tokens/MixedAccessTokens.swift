internal import JOSE
public import OAuthCore

/// Validates tokens of both kinds, for authorization servers that issue JWTs to some clients and
/// opaque tokens to others.
public struct MixedAccessTokens: AccessTokenChecker {
  private let jwtChecker: any AccessTokenChecker
  private let opaque: any AccessTokenChecker

  /// Combines two checkers.
  ///
  /// - Parameters:
  ///   - jwtChecker: Validates tokens that have the form of a JWT. Tokens that it rejects are not
  ///     passed to the other checker.
  ///   - opaque: Validates all other tokens.
  public init(signed jwtChecker: any AccessTokenChecker, opaque: any AccessTokenChecker) {
    self.jwtChecker = jwtChecker
    self.opaque = opaque
  }

  /// Validates a token with the checker for its form.
  ///
  /// - Parameter token: The token as it was presented.
  /// - Throws: The errors of that checker.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let isSigned = (try? JSONWebSignature(compact: token.reveal())) != nil
    return try await (isSigned ? jwtChecker : opaque).facts(about: token)
  }
}

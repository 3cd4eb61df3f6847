internal import JOSE
public import OAuthCore

/// Checks tokens of both kinds, for authorization servers that give JWTs to some clients and opaque tokens to others.
public struct MixedAccessTokens: AccessTokenChecker {
  private let signed: any AccessTokenChecker
  private let opaque: any AccessTokenChecker

  /// Makes a checker of two.
  ///
  /// - Parameters:
  ///   - signed: checks tokens that have the form of a JWT; what it refuses isn't given to the other one.
  ///   - opaque: checks all others.
  public init(signed: any AccessTokenChecker, opaque: any AccessTokenChecker) {
    self.signed = signed
    self.opaque = opaque
  }

  /// Checks a token with the one of the two that is for its form.
  ///
  /// - Parameter token: as it was presented.
  /// - Throws: what that one throws.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let isSigned = (try? JSONWebSignature(compact: token.reveal())) != nil
    return try await (isSigned ? signed : opaque).facts(about: token)
  }
}

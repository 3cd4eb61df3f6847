internal import JOSE
public import OAuth
public import OAuthCore

extension OpenIDClient {
  /// Refreshes the tokens and verifies the new ID token, if one came (OpenID Connect Core §12).
  ///
  /// A server that rotates refresh tokens has spent the old one by the time the new ID token is verified. To keep the new one
  /// whatever happens in between, call `OAuthClient.refresh(_:scope:)`, store what it gave, and then
  /// ``verify(_:continuing:)``.
  ///
  /// - Parameters:
  ///   - previous: the sign-in, or its last refresh.
  ///   - scope: a part of what was granted; nil for all of it.
  /// - Throws: ``OpenIDError/noRefreshToken``; ``IDTokenError`` if the new token isn't accepted, above all
  ///   ``IDTokenError/changedByRefresh(_:)`` if it is about somebody else; what `OAuthClient.refresh` throws; what
  ///   fetching the server's keys throws.
  public func refresh(_ previous: SignedIn, scope: Scope? = nil) async throws -> SignedIn {
    guard let refreshToken = previous.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
    return try await verify(try await client.refresh(refreshToken, scope: scope), continuing: previous.idToken)
  }

  /// Verifies the answer to a refresh request (OpenID Connect Core §12.2): the same issuer, person, audience and time of
  /// authentication as before.
  ///
  /// - Parameters:
  ///   - tokens: what `OAuthClient.refresh` gave. It needn't have an ID token; the previous one is kept then.
  ///   - previous: the ID token of the sign-in or of its last refresh.
  /// - Throws: ``IDTokenError`` if there is an ID token and it isn't accepted; what fetching the server's keys throws.
  public func verify(_ tokens: TokenResponse, continuing previous: IDToken) async throws -> SignedIn {
    guard let compact = tokens.idToken else {
      // What is there and isn't a text would otherwise pass for nothing.
      guard tokens.additionalMembers["id_token"] == nil || tokens.additionalMembers["id_token"] == .null else {
        throw IDTokenError.notVerified(.notCompact)
      }
      return SignedIn(tokens: tokens, idToken: previous)
    }
    let expectations = IDTokenExpectations(refreshing: previous, accessToken: tokens.accessToken)
    return SignedIn(tokens: tokens, idToken: try await verified(compact, expectations))
  }
}

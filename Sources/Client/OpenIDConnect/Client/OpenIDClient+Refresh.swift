internal import JOSE
public import OAuth
public import OAuthCore

extension OpenIDClient {
  /// Refreshes the tokens and verifies the new ID token, if one came (OpenID Connect Core §12).
  ///
  /// A server that rotates refresh tokens has spent the old one before the new ID token is
  /// verified. To store the new refresh token even if the verification fails, call
  /// `OAuthClient.refresh(_:scope:)`, store its result, and then call `verify(_:continuing:)`.
  ///
  /// - Parameters:
  ///   - previous: The result of the sign-in or of the last refresh.
  ///   - scope: A part of the granted scope. Default: all of it.
  ///   - resources: The resources that the token is for, as absolute URIs. Default: all that were
  ///     granted (RFC 8707 §2.2).
  /// - Throws: ``OpenIDError/noRefreshToken``; ``IDTokenError`` if the new token isn't accepted,
  ///   such as ``IDTokenError/changedByRefresh(_:)`` if it is about another user; the errors of
  ///   `OAuthClient.refresh` and of fetching the server's keys.
  public func refresh(
    _ previous: SignedIn, scope: Scope? = nil, resources: [String] = []
  ) async throws -> SignedIn {
    guard let refreshToken = previous.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
    let tokens = try await client.refresh(refreshToken, scope: scope, resources: resources)
    return try await verify(tokens, continuing: previous.idToken)
  }

  /// Verifies the answer to a refresh request (OpenID Connect Core §12.2): issuer, user, audience
  /// and time of authentication must be the same as before.
  ///
  /// - Parameters:
  ///   - tokens: The result of `OAuthClient.refresh`. If it has no ID token, the previous one
  ///     stays.
  ///   - previous: The ID token of the sign-in or of the last refresh.
  /// - Throws: ``IDTokenError`` if there is an ID token and it isn't accepted; the errors of
  ///   fetching the server's keys.
  public func verify(_ tokens: TokenResponse, continuing previous: IDToken) async throws -> SignedIn {
    guard let compact = tokens.idToken else { return SignedIn(tokens, previous) }
    let expectations = IDTokenExpectations(refreshing: previous, accessToken: tokens.accessToken)
    return SignedIn(tokens, try await verified(compact, expectations))
  }
}

public import OAuth

/// A person who signed in: what the token endpoint gave, and the ID token out of it, verified.
///
/// Only ``OpenIDClient`` makes one.
public struct SignedIn: Sendable, Hashable {
  /// Access token, refresh token and what else came with them.
  public let tokens: TokenResponse
  /// Who it is. After a refresh without a new ID token it is the last one that came.
  public let idToken: IDToken

  init(tokens: TokenResponse, idToken: IDToken) {
    self.tokens = tokens
    self.idToken = idToken
  }
}

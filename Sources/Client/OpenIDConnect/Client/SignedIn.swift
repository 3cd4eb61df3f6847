public import OAuth

/// The result of a sign-in: the tokens and the verified ID token.
///
/// Only ``OpenIDClient`` creates one.
public struct SignedIn: Sendable, Hashable {
  /// The answer of the token endpoint, with the access token and the refresh token. Its `id_token`
  /// is decrypted.
  public let tokens: TokenResponse
  /// The verified ID token. After a refresh without a new one it is the previous one.
  public let idToken: IDToken

  /// The result for an answer whose ID token was verified.
  init(_ tokens: TokenResponse, _ idToken: IDToken) {
    self.tokens = tokens.idToken == nil ? tokens : tokens.with(idToken: idToken.compact)
    self.idToken = idToken
  }
}

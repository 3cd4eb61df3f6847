public import OAuth

/// The result of a sign-in: the tokens and the verified ID token.
///
/// Only ``OpenIDClient`` creates one.
public struct SignedIn: Sendable, Hashable {
  /// The answer of the token endpoint, with the access token and the refresh token.
  public let tokens: TokenResponse
  /// The verified ID token. After a refresh without a new one it is the previous one.
  public let idToken: IDToken
}

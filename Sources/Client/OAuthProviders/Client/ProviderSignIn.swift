public import OAuth
public import OpenIDConnect

/// The result of a sign-in at a provider.
///
/// Only ``ProviderClient`` creates values of this type.
public struct ProviderSignIn: Sendable, Hashable {
  /// The access token, the refresh token and the other members of the token response.
  public let tokens: TokenResponse
  /// The verified ID token; `nil` if the provider issues none or `openid` wasn't requested.
  public let idToken: IDToken?
}

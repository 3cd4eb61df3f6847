public import OAuth
public import OpenIDConnect

/// What a sign-in at a provider gave.
///
/// Only ``ProviderClient`` makes one.
public struct ProviderSignIn: Sendable, Hashable {
  /// Access token, refresh token and what else came with them.
  public let tokens: TokenResponse
  /// Who it is, verified; `nil` at providers without ID tokens, and if `openid` wasn't asked for.
  public let idToken: IDToken?
}

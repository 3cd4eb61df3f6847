/// What a provider does only sometimes, or only for some applications. Without any, a look-alike does what the provider does for most
/// applications today, with everything that is peculiar to it always: Documentation/LookAlikes.md lists both, with sources and tests.
public enum LookAlikeQuirk: Sendable, Hashable, CaseIterable {
  /// The callback has no `iss` (RFC 9207), as with GitHub before and between its roll-outs of 2026. Google's and Spotify's never have.
  case noIssuerInCallback
  /// The callback's `iss` is another server's: somebody mixes servers up.
  case wrongIssuerInCallback
  /// GitHub: the token endpoint wants the client secret, as its documentation says, except for the device grant.
  case secretWanted
  /// GitHub: the app's owner didn't switch the device grant on: `device_flow_disabled`.
  case deviceGrantDisabled
  /// GitHub: tokens of OAuth Apps live for eight hours and have refresh tokens, as owners can choose since 2026.
  case expiringTokens
  /// GitHub: tokens of GitHub Apps don't expire and have no refresh tokens, as owners can choose.
  case endlessTokens
  /// GitHub: `expires_in` and `refresh_token_expires_in` are texts.
  case numbersAsText
  /// Google: the `iss` of ID tokens is `accounts.google.com`, without `https://`.
  case issuerWithoutScheme
  /// Spotify: refresh answers have no refresh token, and the old one stays good.
  case refreshTokenStays
}

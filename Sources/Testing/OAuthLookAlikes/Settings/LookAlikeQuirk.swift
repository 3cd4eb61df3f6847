/// A behavior that a provider shows only sometimes or only for some applications.
///
/// Without quirks a look-alike does what the provider does for most applications in 2026.
/// Documentation/Evidence/rules/LookAlikes.txt lists the permanent behaviors and the quirks, with the source
/// of each.
public enum LookAlikeQuirk: Sendable, Hashable, CaseIterable {
  /// The callback has no `iss` (RFC 9207), as at GitHub before and between its rollouts of 2026.
  /// Callbacks of Google and Spotify never have one.
  case noIssuerInCallback
  /// The callback's `iss` is another server's, as in a mix-up attack (RFC 9207 §1).
  case wrongIssuerInCallback
  /// GitHub: the token endpoint requires the client secret, except for the device grant. GitHub's
  /// documentation says so.
  case secretWanted
  /// GitHub: the app's owner didn't enable the device grant. The error is `device_flow_disabled`.
  case deviceGrantDisabled
  /// GitHub: tokens of OAuth Apps live for 8 hours and come with refresh tokens. Owners can choose
  /// that since 2026.
  case expiringTokens
  /// GitHub: tokens of GitHub Apps don't expire and have no refresh tokens. Owners can choose that.
  case endlessTokens
  /// GitHub: `expires_in` and `refresh_token_expires_in` are strings.
  case numbersAsText
  /// Google: the `iss` of ID tokens is `accounts.google.com`, without `https://`.
  case issuerWithoutScheme
  /// Spotify: refresh answers have no refresh token, and the old one stays valid.
  case refreshTokenStays
}

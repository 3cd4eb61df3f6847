/// A feature that a server can be without (``AuthorizationServerConfiguration/features``).
///
/// The metadata of a server without a feature doesn't list it, and its endpoints don't exist.
public enum ServerFeature: Sendable, Hashable, CaseIterable {
  /// Sign-ins on devices without a browser (RFC 8628).
  case deviceAuthorization
  /// Pushed authorization requests (RFC 9126), and request objects that the server fetches (OpenID
  /// Connect Core §6.2).
  case pushedRequests
  /// Sessions. Without them every authorization request needs a sign-in, and there is no sign-out.
  case sessions
  /// The page on which users manage their applications, sessions and password. It needs
  /// ``sessions`` and ``consents``.
  case accountPage
  /// The memory of what users have allowed. Without it users with a session are asked each time.
  case consents
  /// Tokens that are bound to a key with DPoP (RFC 9449). Without it the server ignores proofs and
  /// issues bearer tokens.
  case dpop
}

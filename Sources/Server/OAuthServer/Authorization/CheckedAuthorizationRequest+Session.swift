internal import FoundationBasics
internal import OAuthCore

extension CheckedAuthorizationRequest {
  /// Returns whether a session is recent enough, or the user has to authenticate again (OpenID
  /// Connect Core §3.1.2.1, §3.1.2.3).
  func accepts(_ session: UserSessionRecord, at now: Date) -> Bool {
    guard !prompts.contains(.login) else { return false }
    guard let maximumAge else { return true }
    // `max_age=0` means `prompt=login`, even within the second of the sign-in.
    return maximumAge > 0 && now.timeIntervalSince(session.authenticatedAt) <= Double(maximumAge)
  }

  /// Whether the user decides again, even after consenting to the same request before.
  var needsConsentEachTime: Bool {
    // Only scopes are remembered. Authorization details say more than their type, so the user reads
    // them each time (RFC 9396 §2).
    prompts.contains(.consent) || prompts.contains(.selectAccount) || !hasVerifiedClientIdentity
      || !details.authorizationDetails.isEmpty
      // Only scopes are remembered, and not the resource. The resource of a stranger's token is
      // confirmed each time.
      || client.hasMetadataDocument
  }

  /// Whether the page shows the requested access during a new sign-in.
  var showsRequestedAccess: Bool { needsConsentEachTime || !client.settings.needsNoConsent }

  /// Whether the page warns that another application on the user's device may have made the
  /// request. The operator vouches for the clients that it registered.
  var canBeOfAnotherClient: Bool { client.isUntrusted && !hasVerifiedClientIdentity }

  /// Whether the client's identity is proven by a secret, or by an https redirect URI (RFC 8252
  /// §8.6).
  ///
  /// Any program on the user's device can listen on loopback or register a private-use URI scheme,
  /// and so impersonate a public client.
  private var hasVerifiedClientIdentity: Bool {
    client.kind != .public || redirectURI.parts.scheme == "https"
  }
}

package import FoundationBasics
internal import Crypto
package import OAuthCore
internal import PKCE

/// The session of one browser: its secret, and the user who signed in.
///
/// The content never changes after the sign-in, so that parallel requests can't overwrite each
/// other's changes. Only ``usedAt`` moves on.
package struct BrowserSession: Sendable, Hashable {
  /// 256 random bits, new at each sign-in. In a store's mode it is the cookie's value.
  package let secret: Secret
  /// The signed-in user.
  package let user: SessionUser
  /// Whether the user chose to stay signed in.
  package let isRemembered: Bool
  /// The browser and the system; `nil` in a cookie, which has little room.
  package let device: SessionDevice?
  /// The ID token as it came, for the provider's sign-out; `nil` if there is none, or no room.
  package var idToken: Secret?
  /// The time of the last request, as precisely as the idle time needs it.
  package var usedAt: Date
  /// The identity of the list that has the session's end, for a session in a cookie; `nil` if there is
  /// no list.
  var endedList: String?

  package init(
    secret: Secret, user: SessionUser, isRemembered: Bool = false, device: SessionDevice? = nil, idToken: Secret?,
    usedAt: Date
  ) {
    self.secret = secret
    self.user = user
    self.isRemembered = isRemembered
    self.device = device
    self.idToken = idToken
    self.usedAt = usedAt
  }

  /// The name under which stores keep the session.
  package var name: SessionName { .session(secret) }

  /// The names by which the session can have been ended: its own, the provider's session, the user.
  package var endingNames: [SessionName] {
    [name, .user(user.subject, at: user.issuer)]
      + (user.providerSession.map { [.providerSession($0, at: user.issuer)] } ?? [])
  }

  /// The name of the sessions in the user's list: those of the account, or of the user at a provider.
  var listName: SessionName {
    user.account.map { .account($0) } ?? .user(user.subject, at: user.issuer)
  }

  /// The CSRF token in the session's forms: an HMAC under the session's secret, so that it ends
  /// with the session and needs no store.
  package var formToken: Secret { Self.formToken(of: secret) }

  static func formToken(of secret: Secret) -> Secret {
    let key = SymmetricKey(data: Array(secret.reveal().utf8))
    return Secret(Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Array("pixy form".utf8), using: key))))
  }

  /// Returns the time when the session ends in any case: after its longest lifetime, or when the
  /// provider requires it.
  package func end(_ lifetimes: SessionLifetimes) -> Date {
    let end = user.signedInAt.addingTimeInterval(lifetimes.absolute(of: self).inSeconds)
    return min(end, user.sessionExpiresAt ?? end)
  }

  /// Returns whether the session has expired.
  package func isExpired(at now: Date, _ lifetimes: SessionLifetimes) -> Bool {
    // A session from the future has been sealed by an instance whose clock is ahead.
    now.timeIntervalSince(usedAt) >= lifetimes.idle(of: self).inSeconds || now >= end(lifetimes)
  }
}

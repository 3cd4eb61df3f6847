internal import Crypto
internal import HTTPTypes
internal import OAuthCore
internal import PKCE

/// Recognizes browsers with which a user has signed in before, by a cookie of their own that outlives
/// the session.
///
/// The cookie is an HMAC of the user name. It proves a sign-in with that name, opens nothing, and the
/// server stores nothing. Its browser has a waiting place when strangers have taken all others
/// (``PasswordQueue``).
struct KnownBrowsers: Sendable {
  private let key: SymmetricKey
  private let cookie: SessionCookie

  init(key: Secret, cookie: SessionCookie) {
    self.key = SymmetricKey(data: Array(key.reveal().utf8))
    self.cookie = cookie
  }

  /// Returns the value of the cookie for a user name.
  func mark(of username: String) -> Secret {
    let text = Array("pixy known browser ".utf8) + Array(username.utf8)
    return Secret(Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: text, using: key))))
  }

  /// Returns whether a request has the cookie for this user name.
  func sent(_ request: HTTPRequest, for username: String) -> Bool {
    guard let sentSecret = cookie.secret(in: request.headerFields, called: cookie.knownName) else { return false }
    return equalInConstantTime(Array(sentSecret.reveal().utf8), Array(mark(of: username).reveal().utf8))
  }
}

internal import Crypto
package import OAuthCore
internal import PKCE

/// The CSRF token of the forms of a server with sessions (RFC 6749 §10.12).
///
/// It prevents other sites from sending a form in the user's name. It is an HMAC under the secret
/// of the browser's cookie: only a party that can read the cookie can compute it, and the server
/// stores nothing.
///
/// The token complements the rule about origins (``SameOrigin``), for browsers and proxies that
/// drop those fields. Forms before a sign-in are tied to a cookie too: otherwise another site could
/// sign a user in to the attacker's account.
package struct FormToken: Sendable {
  package let secret: Secret

  package init(cookie: Secret) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("pixy form".utf8), using: SymmetricKey(data: Array(cookie.reveal().utf8)))
    secret = Secret(Base64URL.encode(Array(code)))
  }

  /// Returns whether a form has this token. The comparison takes constant time.
  func matches(_ sentToken: String?) -> Bool {
    guard let sentToken else { return false }
    return equalInConstantTime(Array(sentToken.utf8), Array(secret.reveal().utf8))
  }
}

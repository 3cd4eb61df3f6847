internal import Crypto
package import OAuthCore
internal import PKCE

/// What each form of a server with sessions carries, so that no other site can send one in a person's name (RFC 6749 §10.12):
/// an HMAC under the secret of the browser's cookie. Who can't read that cookie can't make one, and the server has nothing to
/// remember.
///
/// It comes on top of the rule about origins (``SameOrigin``), for browsers and proxies that lose those fields. Before a sign-in
/// the form is tied to a cookie as well: otherwise another site could sign somebody in with an account of its own.
package struct FormToken: Sendable {
  package let secret: Secret

  package init(cookie: Secret) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("pixy form".utf8), using: SymmetricKey(data: Array(cookie.reveal().utf8)))
    secret = Secret(Base64URL.encode(Array(code)))
  }

  /// Whether a form carried it, compared in a time that tells nothing.
  func matches(_ sent: String?) -> Bool {
    guard let sent else { return false }
    return equalInConstantTime(Array(sent.utf8), Array(secret.reveal().utf8))
  }
}

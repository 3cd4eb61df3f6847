internal import OAuthCore
internal import PKCE

/// Makes the values that a server gives out: unguessable, safe in a URL, and never the same twice.
struct SecretMint: Sendable {
  let random: any RandomSource

  /// An authorization code, access token or refresh token: 256 random bits as 43 characters. RFC 6749 §10.10 asks for
  /// a chance of 2^-160 at most that somebody guesses one.
  func secret() -> Secret {
    Secret(Base64URL.encode(random.exactly(32)))
  }

  /// Whether this could be a ``secret()``: what can't needn't be looked up.
  static func isSecret(_ text: Substring) -> Bool {
    text.utf8.count == 43 && (try? Base64URL.decode(text))?.count == 32
  }

  /// A name for a session, which isn't a secret: 128 random bits.
  func sessionID() -> SessionID {
    SessionID(rawValue: Base64URL.encode(random.exactly(16)))
  }

  /// A name for a grant, which isn't a secret: 128 random bits.
  func grantID() -> GrantID {
    GrantID(rawValue: Base64URL.encode(random.exactly(16)))
  }
}

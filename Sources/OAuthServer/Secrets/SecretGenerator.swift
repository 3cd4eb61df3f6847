#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import PKCE

/// Makes the values that a server gives out: unguessable, safe in a URL, and never the same twice.
struct SecretGenerator: Sendable {
  let random: any RandomSource

  /// A secret for a cookie or a client: 256 random bits as 43 characters.
  func secret() -> Secret {
    Secret(Base64URL.encode(random.exactly(32)))
  }

  /// Whether this could be a ``secret()``: what can't needn't be looked up.
  static func isSecret(_ text: Substring) -> Bool {
    text.utf8.count == 43 && (try? Base64URL.decode(text))?.count == 32
  }

  /// An authorization code, access token or refresh token: 192 random bits and the moment, as 40 characters. RFC 6749 §10.10 asks for
  /// a chance of 2^-160 at most that somebody guesses one.
  ///
  /// With the moment in it, stores keep what was made together in one place (``SecretHash/init(ofToken:)``). Whoever gets one
  /// learns when it was made, which they know.
  /// - Parameter now: what time it is.
  func datedSecret(_ now: Date) -> Secret {
    Secret(Base64URL.encode(random.exactly(DatedSecret.randomOctetCount) + DatedSecret.moment(now)))
  }

  /// A name for a client, a token or anything else that is found by it, and isn't a secret: 128 random bits as 22 characters.
  ///
  /// People write it behind commands, where a hyphen at its beginning would make it an option. The last of the characters carries two
  /// bits alone (A, Q, g or w): read backwards, the text begins with a letter, and no bit is lost.
  func identifier() -> String {
    String(Base64URL.encode(random.exactly(16)).reversed())
  }
}

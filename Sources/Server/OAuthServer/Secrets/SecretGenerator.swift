internal import FoundationBasics
internal import OAuthCore
internal import PKCE

/// Generates the secrets and identifiers that a server issues: unguessable, unique, and safe in a
/// URL.
struct SecretGenerator: Sendable {
  let random: any RandomSource

  /// Returns a generator for one request, which reads the source once.
  func forRequest() -> SecretGenerator { SecretGenerator(random: RequestRandomness(random)) }

  /// Generates the key of a request.
  func requestKey() -> RequestKey { RequestKey(drawnFrom: random) }

  /// Generates a secret for a cookie or a client: 256 random bits as 43 characters.
  func secret() -> Secret {
    Secret(Base64URL.encode(random.exactly(32)))
  }

  /// Returns whether a text has the form of a ``secret()``. The server looks up no other text.
  static func isSecret(_ text: Substring) -> Bool {
    text.utf8.count == 43 && (try? Base64URL.decode(text))?.count == 32
  }

  /// Generates an authorization code, access token or refresh token: 192 random bits and the time
  /// of issue, as 40 characters.
  ///
  /// RFC 6749 §10.10 allows a probability of guessing of at most 2^-160. The time lets databases
  /// keep together what was issued together (``SecretHash/init(ofToken:)``). The holder of a token
  /// learns the time of issue from it, which the holder knows anyway.
  /// - Parameter now: The time of issue.
  func datedSecret(_ now: Date) -> Secret {
    Secret(Base64URL.encode(random.exactly(DatedSecret.randomByteCount) + DatedSecret.moment(now)))
  }

  /// Generates an identifier for a client, a token or another record, which isn't a secret: 128
  /// random bits as 22 characters.
  ///
  /// Operators pass identifiers to commands, where a leading hyphen would make an option. The last
  /// base64url character carries only two bits (A, Q, g or w), so the text is reversed: it begins
  /// with a letter, and no bit is lost.
  func identifier() -> String {
    String(Base64URL.encode(random.exactly(16)).reversed())
  }
}

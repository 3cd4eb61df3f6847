internal import OAuthCore

/// The required length of secrets that an operator chooses for clients (RFC 6749 §10.10).
enum SecretStrength {
  /// 22 characters of base64url hold 128 random bits.
  private static let shortest = 22

  /// Returns whether a secret is long enough.
  static func isEnough(_ secret: Secret) -> Bool { secret.reveal().utf8.count >= shortest }

  /// The end of the sentence about a secret that isn't, and what to do.
  static let problem = "has fewer than \(shortest) characters, so it can be guessed."
  static let remedy = "Write a random one: head -c 24 /dev/urandom | base64 >FILE"
}

internal import FoundationBasics
internal import OAuthCore

/// The `request_uri` that stands for a pushed request (RFC 9126 §2.2): a name that only this server
/// understands, with 192 random bits (§7.1).
struct PushedRequestReference: Sendable {
  /// The text of the reference, which the client gets.
  let text: String
  /// The hash of the reference, which the database gets.
  let hash: SecretHash

  private static let prefix = "urn:ietf:params:oauth:request_uri:"

  /// Generates a reference.
  init(from secrets: SecretGenerator, at now: Date) {
    let secret = secrets.datedSecret(now)
    text = Self.prefix + secret.reveal()
    hash = SecretHash(ofToken: secret)
  }

  /// Returns the random part of a reference; `nil` if the text isn't one.
  static func secret(in reference: String) -> Secret? {
    reference.hasPrefix(prefix) ? Secret(String(reference.dropFirst(prefix.count))) : nil
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// The `request_uri` that stands for a pushed request (RFC 9126 §2.2): a name that only this server understands, with 192
/// random bits (§7.1).
struct PushedRequestReference: Sendable {
  /// What the client is told.
  let text: String
  /// What the store is told.
  let hash: SecretHash

  private static let prefix = "urn:ietf:params:oauth:request_uri:"

  /// A new reference.
  init(from secrets: SecretGenerator, at now: Date) {
    let secret = secrets.datedSecret(now)
    text = Self.prefix + secret.reveal()
    hash = SecretHash(ofToken: secret)
  }

  /// The random part, if this is such a reference.
  static func secret(in reference: String) -> Secret? {
    reference.hasPrefix(prefix) ? Secret(String(reference.dropFirst(prefix.count))) : nil
  }
}

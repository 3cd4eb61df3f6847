internal import PKCE

/// A value that must not be seen: an access or refresh token, an authorization code, a `state`, a client secret.
///
/// Everything in Pixy that would harm a person when it is printed is held in a `Secret`. Descriptions, dumps, string
/// interpolation and reflection show `[redacted]`; it is not `Codable`, so that no encoder writes it by accident; two
/// secrets are compared in constant time. Reading one is always the call ``reveal()``, which makes every place where a
/// secret leaves Pixy findable with one search.
///
/// The memory that held the text isn't wiped: Swift strings are copied freely, and pretending otherwise would mislead.
public struct Secret: Sendable {
  private let text: String

  /// Hides a text.
  /// - Parameter text: what nobody should see; may be empty.
  public init(_ text: String) {
    self.text = text
  }

  /// The hidden text.
  ///
  /// Call it where the text goes to whom it is meant for (a request, a store, a person who asked), and nowhere else.
  public func reveal() -> String {
    text
  }

  /// The number of octets of the hidden text, which isn't secret and helps to tell an empty value from a real one.
  public var octetCount: Int {
    text.utf8.count
  }
}

extension Secret: Hashable {
  /// Compares in a time that depends on the lengths alone.
  public static func == (left: Secret, right: Secret) -> Bool {
    equalInConstantTime(left.text.utf8, right.text.utf8)
  }

  /// Feeds the text to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension Secret: Redacted {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
}

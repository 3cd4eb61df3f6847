internal import PKCE

/// A value that must stay hidden: an access or refresh token, an authorization code, a `state`, a
/// client secret.
///
/// Pixy holds every value in a `Secret` whose exposure would harm a user. Descriptions, dumps,
/// string interpolation and reflection show `[redacted]`. The type isn't `Codable`, so no encoder
/// writes a secret by accident. Two secrets are compared in constant time. ``reveal()`` is the only
/// way to read one, so a search finds every place where a secret leaves Pixy.
///
/// ```swift
/// let token = Secret("2YotnFZFEjr1zCsicMWpAA")
/// print(token)  // [redacted]
/// let field = "Bearer \(token.reveal())"
/// ```
///
/// The memory of the text isn't overwritten with zeros. Swift copies strings freely, so wiping one
/// copy would give a false impression of safety.
public struct Secret: Sendable {
  private let text: String

  /// Hides a text.
  /// - Parameter text: The text to hide; may be empty.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns the hidden text.
  ///
  /// Call it only where the text goes to its intended receiver: a request, a store, or a user who
  /// asked for it.
  public func reveal() -> String {
    text
  }

  /// The hidden text's length in bytes. The length isn't secret, and it distinguishes an empty
  /// value from a real one.
  public var byteCount: Int {
    text.utf8.count
  }
}

extension Secret: Hashable {
  /// Compares in a time that depends only on the lengths.
  public static func == (lhs: Secret, rhs: Secret) -> Bool {
    equalInConstantTime(lhs.text.utf8, rhs.text.utf8)
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

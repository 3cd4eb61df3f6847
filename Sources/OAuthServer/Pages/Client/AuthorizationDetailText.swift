public import OAuthCore

/// One of the `authorization_details` that a client asks for (RFC 9396 §2), as a person is shown it.
public struct AuthorizationDetailText: Sendable, Hashable {
  /// Its `type`.
  public let type: String
  /// What it asks for, in words that whoever defined the type chose. ``PageTexts`` may have others, in the reader's language.
  public let text: String
  /// All of it, as the client sent it and its type accepted it.
  public let detail: [String: JSONValue]

  package init(type: String, text: String, detail: [String: JSONValue] = [:]) {
    self.type = type
    self.text = text
    self.detail = detail
  }
}

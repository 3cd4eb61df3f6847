/// One of the `authorization_details` that a client asks for (RFC 9396 §2), as a person is shown it.
public struct AuthorizationDetailText: Sendable, Hashable {
  /// Its `type`.
  public let type: String
  /// What it asks for, in words that whoever defined the type chose.
  public let text: String

  package init(type: String, text: String) {
    self.type = type
    self.text = text
  }
}

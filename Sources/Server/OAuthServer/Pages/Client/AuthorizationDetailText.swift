public import OAuthCore

/// One element of the requested `authorization_details` (RFC 9396 §2), as the user sees it.
public struct AuthorizationDetailText: Sendable, Hashable {
  /// The `type` of the element.
  public let type: String
  /// The explanation that the type's definition gives. ``PageTexts`` may have another one in the
  /// reader's language.
  public let text: String
  /// The whole element, as the client sent it and its type accepted it.
  public let detail: [String: JSONValue]

  package init(type: String, text: String, detail: [String: JSONValue] = [:]) {
    self.type = type
    self.text = text
    self.detail = detail
  }
}

public import OAuthCore

/// A hidden field of a form, which the browser posts unchanged.
public struct HiddenField: Sendable, Hashable {
  /// The field's name.
  public let name: String
  /// The field's value. It is a `Secret`, because one field has the client's `state` and another
  /// the CSRF token.
  public let value: Secret

  package init(name: String, value: Secret) {
    self.name = name
    self.value = value
  }
}

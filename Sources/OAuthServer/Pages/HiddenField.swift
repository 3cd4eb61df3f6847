public import OAuthCore

/// A field of a form that the person doesn't see and the form posts along, unchanged.
public struct HiddenField: Sendable, Hashable {
  /// The field's name.
  public let name: String
  /// The field's value: a `Secret`, because one holds the client's `state`, another a token against forgery.
  public let value: Secret

  package init(name: String, value: Secret) {
    self.name = name
    self.value = value
  }
}

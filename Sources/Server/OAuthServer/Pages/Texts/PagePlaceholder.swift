/// A placeholder for a value in a ``PageText``, written as its name in braces, such as `{client}`.
public enum PagePlaceholder: String, Sendable, Hashable, CaseIterable {
  /// The client's name.
  case client
  /// The display name of the signed-in user.
  case person
  /// A scope without an explanation of its own.
  case scope
  /// A host, or a loopback address with its port.
  case address
  /// The scheme of an app's links.
  case scheme
  /// The server's address.
  case issuer
  /// A day, or a time of a day, in a form that all languages share: `2027-01-15 08:00 UTC`.
  case date
  /// A browser and its system, such as `Firefox, Linux`.
  case browser
  /// A number of characters.
  case number
  /// A number of minutes, at least 2.
  case minutes
  /// The name of a request parameter.
  case parameter
  /// A sentence for the client's developer.
  case detail
}

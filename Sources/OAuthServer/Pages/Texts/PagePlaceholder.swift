/// A value's place in a ``PageText``: its name in braces, such as `{client}`.
public enum PagePlaceholder: String, Sendable, Hashable, CaseIterable {
  /// What the client is called.
  case client
  /// The name of the person who is signed in.
  case person
  /// A scope that has no text of its own.
  case scope
  /// A host, or a loopback address with its port.
  case address
  /// The scheme of an app's links.
  case scheme
  /// The server's address.
  case issuer
  /// A number of minutes, 2 or more.
  case minutes
  /// A parameter of a request.
  case parameter
  /// A sentence for the client's developer.
  case detail
}

internal import ArgumentParser
internal import HTTPTypes

/// A header field as the user types it: `Name: value`.
struct RequestField: ExpressibleByArgument {
  let field: HTTPField

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":"), let name = HTTPField.Name(String(argument[..<colon])) else {
      return nil
    }
    var value = argument[argument.index(after: colon)...]
    while value.first == " " || value.first == "\t" { value.removeFirst() }
    while value.last == " " || value.last == "\t" { value.removeLast() }
    guard HTTPField.isValidValue(String(value)) else { return nil }
    field = HTTPField(name: name, value: String(value))
  }

  /// Whether the command sets the field itself: the credentials, and the host. Another host at the
  /// same address is another origin, which must not get the token.
  var isOwn: Bool { field.name == .authorization || ["dpop", "host"].contains(field.name.canonicalName) }
}

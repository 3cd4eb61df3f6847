internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// A member of a client's metadata from the command line, as name=JSON or name=text.
struct MetadataMember: Sendable, Hashable {
  let name: String
  let value: JSONValue

  /// - Throws: `ValidationError` if the argument has no name.
  init(argument: String) throws {
    guard let separator = argument.firstIndex(of: "="), separator != argument.startIndex else {
      throw ValidationError("--member must have the form name=value.")
    }
    name = String(argument[..<separator])
    let text = String(argument[argument.index(after: separator)...])
    value = (try? JSONValue(bytes: Array(text.utf8))) ?? .string(text)
  }

  /// Sets the member. It replaces a value that the command chose itself.
  func set(in metadata: inout ClientMetadata) {
    switch (name, value.string) {
    case ("client_name", let text?): metadata.clientName = text
    case ("application_type", let text?): metadata.applicationType = text
    default: metadata.additionalMembers[name] = value
    }
  }
}

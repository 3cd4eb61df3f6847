/// What a provider's client ids look like.
public struct ClientIDRule: Sendable, Hashable {
  /// What every client id ends with there, if anything.
  public var suffix: String
  /// Where a person finds it, for the error.
  public var place: String

  /// A rule; without a suffix anything but a placeholder will do.
  public init(suffix: String = "", place: String = "the provider's page for this application") {
    self.suffix = suffix
    self.place = place
  }

  /// Whether a text can be a client id there.
  ///
  /// Refused are texts with white space or control characters, without the suffix, and those that documentation has in its place:
  /// `your-client-id`, `YOUR_CLIENT_ID.apps.googleusercontent.com`, `<client-id>`, `xxxxxxxx`, `changeme`.
  public func accepts(_ id: String) -> Bool {
    guard id.hasSuffix(suffix), id.utf8.count <= 512, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return false
    }
    let rest = id.dropLast(suffix.count).lowercased().filter { $0.isLetter || $0.isNumber }
    guard !rest.isEmpty, !id.contains(where: { "<>{}[]$".contains($0) }) else { return false }
    // A run of one letter is what people write for "something goes here".
    guard Set(rest).count > 1 || rest.allSatisfy(\.isNumber) else { return false }
    return !Self.placeholders.contains { rest.contains($0) }
  }

  private static let placeholders = [
    "yourclient", "yourapp", "clientidhere", "yourid", "insertclient", "exampleclient", "changeme", "replaceme",
    "placeholder",
    "myclientid", "todo",
  ]
}

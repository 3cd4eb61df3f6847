/// What a provider's client ids look like.
public struct ClientIDRule: Sendable, Hashable {
  /// What every client id of a provider has in common.
  public enum Form: Sendable, Hashable {
    /// Nothing, or nothing that the provider promises.
    case anything
    /// Nothing, because people choose them: what is a placeholder elsewhere, such as `example`, can be one.
    case chosen
    /// It ends like this.
    case suffix(String)
    /// It isn't a number alone: that is another id of the same application.
    case noNumber
    /// It is a number.
    case number
    /// It has the form of a GUID.
    case guid
  }

  /// What they have in common.
  public var form: Form
  /// Where a person finds it, for the error.
  public var place: String

  /// A rule; placeholders are refused whatever the form.
  ///
  /// - Parameters:
  ///   - form: what the provider's client ids have in common.
  ///   - place: where a person finds it; stands in the error's remedy.
  public init(_ form: Form = .anything, place: String = "the provider's page for this application") {
    self.form = form
    self.place = place
  }

  /// Whether a text can be a client id there.
  ///
  /// Refused are empty texts, white space, control characters, everything outside ASCII, what doesn't have the form, and what documentation
  /// has in its place: `your-client-id`, `YOUR_CLIENT_ID.apps.googleusercontent.com`, `<client-id>`, `${clientId}`, `xxxxxxxx`, `changeme`,
  /// and the ids of providers' own examples.
  ///
  /// - Parameter id: as the person gave it, at most 512 octets; nothing is trimmed.
  public func accepts(_ id: String) -> Bool {
    guard (1...512).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), hasForm(id) else {
      return false
    }
    return !isPlaceholder(id)
  }

  /// Whether a text has the form of a GUID, in ASCII.
  static func isGUID(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
      && text.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == "-" }
  }

  private func hasForm(_ id: String) -> Bool {
    switch form {
    case .anything, .chosen: true
    case .suffix(let suffix): id.hasSuffix(suffix) && id.utf8.count > suffix.utf8.count
    case .noNumber: !id.allSatisfy(\.isNumber)
    case .number: id.allSatisfy(\.isNumber)
    case .guid: Self.isGUID(id)
    }
  }

  private func isPlaceholder(_ id: String) -> Bool {
    guard !id.contains(where: { "<>{}[]$".contains($0) }) else { return true }
    // What every id has says nothing about this one.
    let own = if case .suffix(let suffix) = form { String(id.dropLast(suffix.count)) } else { id }
    let word = own.lowercased().filter { $0.isLetter || $0.isNumber }
    if Self.certainPlaceholders.contains(where: { word.contains($0) }) { return true }
    guard form != .chosen else { return false }
    // A run of one character is what people write for "something goes here".
    return Set(word).count <= 1 || Self.wholePlaceholders.contains(word)
      || Self.partialPlaceholders.contains { word.contains($0) }
  }

  private static let certainPlaceholders = ["yourclient", "clientidhere", "changeme", "replaceme"]
  private static let partialPlaceholders = [
    "yourapp", "yourid", "insertclient", "placeholder", "myclientid", "exampleclient",
  ]
  private static let wholePlaceholders: Set<String> = [
    "clientid", "appid", "applicationid", "example", "todo", "id", "comexampleapp", "comexampleservice",
    // What the documentation of GitHub, Slack and Microsoft has in its examples.
    "12345", "123456", "1234567890abcdef1234", "00001111aaaa2222bbbb3333cccc4444", "535fb0899ff347b69bfb4f1264799865",
  ]
}

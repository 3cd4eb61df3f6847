/// The rule that a provider's client IDs follow.
public struct ClientIDRule: Sendable, Hashable {
  /// The common form of a provider's client IDs.
  public enum Form: Sendable, Hashable {
    /// No form is known, or the provider promises none.
    case anything
    /// Users choose the client IDs. Texts that look like placeholders elsewhere, such as `example`,
    /// are accepted.
    case chosen
    /// All client IDs end with this suffix.
    case suffix(String)
    /// A client ID isn't a number; a number is another ID of the same application.
    case noNumber
    /// A client ID is a number.
    case number
    /// A client ID has the form of a GUID.
    case guid
  }

  /// The common form of the provider's client IDs.
  public var form: Form
  /// The place where a developer finds the client ID, for the error's remedy.
  public var place: String

  /// Creates a rule. Placeholders are rejected for every form.
  ///
  /// - Parameters:
  ///   - form: The common form of the provider's client IDs. Default: ``Form/anything``.
  ///   - place: The place where a developer finds the client ID. It appears in the error's remedy.
  public init(_ form: Form = .anything, place: String = "the provider's page for this application") {
    self.form = form
    self.place = place
  }

  /// Checks whether a text can be a client ID of this provider.
  ///
  /// The rule rejects empty texts, white space, control characters, non-ASCII characters, texts
  /// without the form, and placeholders of documentation: `your-client-id`,
  /// `YOUR_CLIENT_ID.apps.googleusercontent.com`, `<client-id>`, `${clientId}`, `xxxxxxxx`,
  /// `changeme`, and the IDs of the providers' own examples.
  ///
  /// - Parameter id: The client ID as entered, at most 512 bytes. White space isn't trimmed.
  /// - Returns: Whether the text can be a client ID.
  public func accepts(_ id: String) -> Bool {
    guard (1...512).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), hasForm(id) else {
      return false
    }
    return !isPlaceholder(id)
  }

  /// Returns whether a text has the form of a GUID, in ASCII.
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
    // The common suffix says nothing about this client ID.
    let own = if case .suffix(let suffix) = form { String(id.dropLast(suffix.count)) } else { id }
    let word = own.lowercased().filter { $0.isLetter || $0.isNumber }
    if Self.certainPlaceholders.contains(where: { word.contains($0) }) { return true }
    guard form != .chosen else { return false }
    // A run of one character is a usual placeholder.
    return Set(word).count <= 1 || Self.wholePlaceholders.contains(word)
      || Self.partialPlaceholders.contains { word.contains($0) }
  }

  private static let certainPlaceholders = ["yourclient", "clientidhere", "changeme", "replaceme"]
  private static let partialPlaceholders = [
    "yourapp", "yourid", "insertclient", "placeholder", "myclientid", "exampleclient",
  ]
  private static let wholePlaceholders: Set<String> = [
    "clientid", "appid", "applicationid", "example", "todo", "id", "comexampleapp", "comexampleservice",
    // The example IDs in the documentation of GitHub, Slack and Microsoft.
    "12345", "123456", "1234567890abcdef1234", "00001111aaaa2222bbbb3333cccc4444", "535fb0899ff347b69bfb4f1264799865",
  ]
}

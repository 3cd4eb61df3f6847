internal import OAuthCore
internal import OAuthServer

/// A type of authorization details (RFC 9396 §2) in the configuration file: its fields, and the
/// text that the consent page shows.
struct DetailTypeSetting: AuthorizationDetailType {
  let name: String
  private let words: DetailExplanation
  private let required: Set<String>
  private let optional: Set<String>
  /// The valid strings of each field that restricts them.
  private let values: [String: [String]]

  private static let memberNames = ["type", "text", "required", "optional", "values"]

  /// The paths of all fields of the type.
  var fields: Set<String> { required.union(optional) }

  /// Reads one element of `authorization_details_types`.
  /// - Throws: `SettingsError` if the element is invalid.
  init(_ json: JSONValue, _ resolution: ResolvedSettings) throws(SettingsError) {
    let members = json.object ?? [:]
    guard let name = members["type"]?.string, !name.isEmpty else {
      throw resolution.invalid(\.detailTypes, "contains an element without type")
    }
    func invalid(_ problem: String) -> SettingsError {
      resolution.invalid(\.detailTypes, "contains the type \(UntrustedText(name)), which \(problem)")
    }
    if let member = members.keys.sorted().first(where: { !Self.memberNames.contains($0) }) {
      throw invalid("has an unknown member: \(UntrustedText(member))")
    }
    func paths(_ member: String) throws(SettingsError) -> Set<String> {
      guard let value = members[member] else { return [] }
      guard let paths = value.strings, paths.allSatisfy(Self.isPath), Set(paths).count == paths.count else {
        throw invalid("needs a list of distinct fields as \(member)")
      }
      return Set(paths)
    }
    let (required, optional) = (try paths("required"), try paths("optional"))
    guard required.isDisjoint(with: optional) else { throw invalid("has a field that is both required and optional") }
    guard let words = members["text"]?.string.flatMap(DetailExplanation.init) else {
      throw invalid("has no text, or a text with unbalanced braces")
    }
    if let place = words.places.subtracting(required.union(optional)).min() {
      throw invalid("has a text with a place for \(UntrustedText(place)), which is not a field")
    }
    var values: [String: [String]] = [:]
    for (path, value) in try Self.object(members["values"], or: invalid("needs an object as values")) {
      guard required.union(optional).contains(path), let texts = value.strings, !texts.isEmpty else {
        throw invalid("has values that aren't strings for one of its fields")
      }
      values[path] = texts
    }
    self.name = name
    self.words = words
    self.required = required
    self.optional = optional
    self.values = values
  }

  func check(_ detail: [String: JSONValue], for client: RegisteredClient) throws(AuthorizationDetailRefusal) {
    let given = DetailFields(detail).values
    guard fields.isSuperset(of: given.keys) else {
      throw AuthorizationDetailRefusal("an authorization detail has a field that its type does not have")
    }
    if let missing = required.subtracting(given.keys).min() {
      throw AuthorizationDetailRefusal("an authorization detail lacks \(missing)")
    }
    for (path, value) in given.sorted(by: { $0.key < $1.key }) {
      guard isAccepted(value, at: path) else {
        throw AuthorizationDetailRefusal("an authorization detail has a \(path) that its type does not accept")
      }
    }
  }

  func explanation(of detail: [String: JSONValue]) -> String { words.phrase(detail).isolated }

  /// Returns whether a field accepts a value: a string, a number, a Boolean, or strings, all of
  /// which can be displayed.
  private func isAccepted(_ value: JSONValue, at path: String) -> Bool {
    let texts: [String]
    switch value {
    case .string(let text) where !Self.lists.contains(path): texts = [text]
    case .array(let elements) where path != "identifier" && !elements.isEmpty: texts = value.strings ?? [""]
    case .integer, .number, .bool:
      return values[path] == nil && path != "identifier" && !Self.lists.contains(path)
    default: return false
    }
    return texts.allSatisfy { text in
      // The user must see exactly what they consent to (RFC 9396 §3.1).
      !text.isEmpty && UntrustedText(text).description.utf8.elementsEqual(text.utf8)
        && values[path]?.contains(where: { $0.utf8.elementsEqual(text.utf8) }) ?? true
    }
  }

  /// The fields that are lists of strings in every type; `identifier` is one string (RFC 9396
  /// §2.2).
  private static let lists: Set<String> = ["locations", "actions", "datatypes", "privileges"]

  /// Returns whether a text is a path: names separated by full stops, without braces and quotation
  /// marks.
  private static func isPath(_ text: String) -> Bool {
    text != "type" && !text.contains(where: { "{}\"".contains($0) })
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  private static func object(
    _ value: JSONValue?, or error: SettingsError
  ) throws(SettingsError) -> [String: JSONValue] {
    guard let value else { return [:] }
    guard let object = value.object else { throw error }
    return object
  }
}

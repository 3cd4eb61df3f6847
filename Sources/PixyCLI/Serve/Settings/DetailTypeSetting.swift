internal import OAuthCore
internal import OAuthServer

/// A type of authorization details (RFC 9396 §2) that a configuration file has: its fields, and its words for the person who is asked.
struct DetailTypeSetting: AuthorizationDetailType {
  let name: String
  private let words: DetailWords
  private let required: Set<String>
  private let optional: Set<String>
  /// What the texts of a field may be, where that is said.
  private let values: [String: [String]]

  private static let known = ["type", "text", "required", "optional", "values"]

  /// The paths of all fields that details of the type may have.
  var fields: Set<String> { required.union(optional) }

  /// Reads one element of `authorization_details_types`.
  init(_ json: JSONValue, _ settled: SettledSettings) throws(SettingsError) {
    let members = json.object ?? [:]
    guard let name = members["type"]?.string, !name.isEmpty else {
      throw settled.unfit(.detailTypes, "has an element without type")
    }
    func unfit(_ problem: String) -> SettingsError {
      settled.unfit(.detailTypes, "has the type \(UntrustedText(name)), which \(problem)")
    }
    if let member = members.keys.sorted().first(where: { !Self.known.contains($0) }) {
      throw unfit("has a member that isn't known: \(UntrustedText(member))")
    }
    func paths(_ member: String) throws(SettingsError) -> Set<String> {
      guard let value = members[member] else { return [] }
      guard let paths = value.strings, paths.allSatisfy(Self.isPath), Set(paths).count == paths.count else {
        throw unfit("has no list of fields as \(member)")
      }
      return Set(paths)
    }
    let (required, optional) = (try paths("required"), try paths("optional"))
    guard required.isDisjoint(with: optional) else { throw unfit("has a field that is required and optional") }
    guard let words = members["text"]?.string.flatMap(DetailWords.init) else {
      throw unfit("has no text, or one with braces that don't belong together")
    }
    if let place = words.places.subtracting(required.union(optional)).min() {
      throw unfit("has a text with a place for \(UntrustedText(place)), and no such field")
    }
    var values: [String: [String]] = [:]
    for (path, value) in try Self.object(members["values"], or: unfit("has no object as values")) {
      guard required.union(optional).contains(path), let texts = value.strings, !texts.isEmpty else {
        throw unfit("has values that aren't texts of one of its fields")
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
      throw AuthorizationDetailRefusal("a field of an authorization detail isn't known in its type")
    }
    if let missing = required.subtracting(given.keys).min() {
      throw AuthorizationDetailRefusal("an authorization detail lacks \(missing)")
    }
    for (path, value) in given.sorted(by: { $0.key < $1.key }) {
      guard isTaken(value, at: path) else {
        throw AuthorizationDetailRefusal("an authorization detail has a \(path) that its type doesn't take")
      }
    }
  }

  func explanation(of detail: [String: JSONValue]) -> String { words.phrase(detail).isolated }

  /// Whether a field may have a value: a text, a number, a truth value, or texts, and all of it can be shown.
  private func isTaken(_ value: JSONValue, at path: String) -> Bool {
    let texts: [String]
    switch value {
    case .string(let text) where !Self.lists.contains(path): texts = [text]
    case .array(let elements) where path != "identifier" && !elements.isEmpty: texts = value.strings ?? [""]
    case .integer, .number, .bool:
      return values[path] == nil && path != "identifier" && !Self.lists.contains(path)
    default: return false
    }
    return texts.allSatisfy { text in
      // What a person can't see, or sees otherwise, they can't decide about (RFC 9396 §3.1).
      !text.isEmpty && UntrustedText(text).description.utf8.elementsEqual(text.utf8)
        && values[path]?.contains(where: { $0.utf8.elementsEqual(text.utf8) }) ?? true
    }
  }

  /// The fields that are lists of texts in every type; `identifier` is one text (RFC 9396 §2.2).
  private static let lists: Set<String> = ["locations", "actions", "datatypes", "privileges"]

  /// Names with full stops between them, and nothing that braces or a detail's own paths would write in another way.
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

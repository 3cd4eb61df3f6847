internal import OAuthCore

extension PageTexts {
  /// The prefix of the names of scope explanations in a file.
  private static let scopePrefix = "scope:"
  /// The prefix of the names of explanations of authorization details in a file.
  private static let detailPrefix = "detail:"

  /// Reads texts from a file: for ``replacing(_:scopes:details:)``, or for a new language.
  ///
  /// Explanations of scopes are read by ``scopes(in:)``, those of authorization details by
  /// ``details(in:)``.
  /// - Parameter bytes: A JSON object of texts, such as
  ///   `{"signInTitle": "Log in", "scope:report.read": "read your reports", "detail:payment": "pay {amount}"}`.
  ///   Its names are those of ``PageText``, `scope:` with a scope token, or `detail:` with a type.
  /// - Returns: The texts of the pages.
  /// - Throws: ``PageTextsError/malformed`` if the file isn't a JSON object of strings;
  ///   ``PageTextsError/unknownText(_:)`` if it has another name.
  public static func texts(in bytes: [UInt8]) throws(PageTextsError) -> [PageText: String] {
    var texts: [PageText: String] = [:]
    for (name, text) in try members(bytes) where !name.hasPrefix(scopePrefix) && !name.hasPrefix(detailPrefix) {
      guard let key = PageText(rawValue: name) else { throw .unknownText(name) }
      texts[key] = text
    }
    return texts
  }

  /// Reads the explanations of scopes from a file.
  /// - Parameter bytes: The file, as for ``texts(in:)``.
  /// - Returns: The explanations, by scope token.
  /// - Throws: ``PageTextsError/malformed`` if the file isn't a JSON object of strings;
  ///   ``PageTextsError/unknownText(_:)`` if a name can't be a scope token.
  public static func scopes(in bytes: [UInt8]) throws(PageTextsError) -> [String: String] {
    var scopes: [String: String] = [:]
    for (name, text) in try members(bytes) where name.hasPrefix(scopePrefix) {
      let token = String(name.dropFirst(scopePrefix.count))
      guard (try? Scope([token])) != nil else { throw .unknownText(name) }
      scopes[token] = text
    }
    return scopes
  }

  /// Reads the explanations of authorization details from a file.
  /// - Parameter bytes: The file, as for ``texts(in:)``.
  /// - Returns: The explanations, by type.
  /// - Throws: ``PageTextsError/malformed`` if the file isn't a JSON object of strings;
  ///   ``PageTextsError/unknownText(_:)`` if a type is empty.
  public static func details(in bytes: [UInt8]) throws(PageTextsError) -> [String: String] {
    var details: [String: String] = [:]
    for (name, text) in try members(bytes) where name.hasPrefix(detailPrefix) {
      let type = String(name.dropFirst(detailPrefix.count))
      guard !type.isEmpty else { throw .unknownText(name) }
      details[type] = text
    }
    return details
  }

  private static func members(_ bytes: [UInt8]) throws(PageTextsError) -> [(name: String, text: String)] {
    guard let members = try? JSONValue(bytes: bytes).object else { throw .malformed }
    var texts: [(String, String)] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let text = value.string else { throw .malformed }
      texts.append((name, text))
    }
    return texts
  }
}

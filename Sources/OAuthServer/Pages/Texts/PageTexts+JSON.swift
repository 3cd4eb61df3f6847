internal import OAuthCore

extension PageTexts {
  /// How the names of words for scopes begin in a file.
  private static let scopePrefix = "scope:"
  /// And of words for authorization details.
  private static let detailPrefix = "detail:"

  /// Reads texts from a file: for ``replacing(_:scopes:details:)``, or for a language of one's own. Words for scopes are read by ``scopes(in:)``,
  /// those for authorization details by ``details(in:)``.
  /// - Parameter octets: a JSON object whose names are those of ``PageText``, or `scope:` and a scope token, or `detail:` and a type, and whose
  ///   values are texts, such as `{"signInTitle": "Log in", "scope:report.read": "read your reports", "detail:payment": "pay {amount}"}`.
  /// - Throws: ``PageTextsError/malformed`` or ``PageTextsError/unknownText(_:)``.
  public static func texts(in octets: [UInt8]) throws(PageTextsError) -> [PageText: String] {
    var texts: [PageText: String] = [:]
    for (name, text) in try members(octets) where !name.hasPrefix(scopePrefix) && !name.hasPrefix(detailPrefix) {
      guard let key = PageText(rawValue: name) else { throw .unknownText(name) }
      texts[key] = text
    }
    return texts
  }

  /// Reads what scopes mean from a file, by their tokens.
  /// - Parameter octets: as for ``texts(in:)``.
  /// - Throws: ``PageTextsError/malformed``, or ``PageTextsError/unknownText(_:)`` for what can't be a scope token.
  public static func scopes(in octets: [UInt8]) throws(PageTextsError) -> [String: String] {
    var scopes: [String: String] = [:]
    for (name, text) in try members(octets) where name.hasPrefix(scopePrefix) {
      let token = String(name.dropFirst(scopePrefix.count))
      guard (try? Scope([token])) != nil else { throw .unknownText(name) }
      scopes[token] = text
    }
    return scopes
  }

  /// Reads what authorization details ask for from a file, by their types.
  /// - Parameter octets: as for ``texts(in:)``.
  /// - Throws: ``PageTextsError/malformed``, or ``PageTextsError/unknownText(_:)`` for an empty type.
  public static func details(in octets: [UInt8]) throws(PageTextsError) -> [String: String] {
    var details: [String: String] = [:]
    for (name, text) in try members(octets) where name.hasPrefix(detailPrefix) {
      let type = String(name.dropFirst(detailPrefix.count))
      guard !type.isEmpty else { throw .unknownText(name) }
      details[type] = text
    }
    return details
  }

  private static func members(_ octets: [UInt8]) throws(PageTextsError) -> [(name: String, text: String)] {
    guard let members = try? JSONValue(octets: octets).object else { throw .malformed }
    var texts: [(String, String)] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let text = value.string else { throw .malformed }
      texts.append((name, text))
    }
    return texts
  }
}

internal import OAuthCore

extension PageTexts {
  /// Reads texts from a file: for ``replacing(_:)``, or for a language of one's own.
  /// - Parameter octets: a JSON object whose names are those of ``PageText`` and whose values are texts, such as
  ///   `{"signInTitle": "Log in"}`.
  /// - Throws: ``PageTextsError/malformed`` or ``PageTextsError/unknownText(_:)``.
  public static func texts(in octets: [UInt8]) throws(PageTextsError) -> [PageText: String] {
    guard let members = try? JSONValue(octets: octets).object else { throw .malformed }
    var texts: [PageText: String] = [:]
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let key = PageText(rawValue: name) else { throw .unknownText(name) }
      guard let text = value.string else { throw .malformed }
      texts[key] = text
    }
    return texts
  }
}

internal import FoundationBasics
public import OAuthServer

extension MustachePages {
  /// Reads languages from a folder, for `init(texts:templates:)`.
  ///
  /// The files are `TAG.json`, where `TAG` is a language tag (RFC 5646), such as `fr.json`. Their
  /// contents are described at `PageTexts.texts(in:)`, `PageTexts.scopes(in:)` and
  /// `PageTexts.details(in:)`. A file for English or German replaces some of the built-in texts; a
  /// file for any other language has to contain all texts. Files with other extensions are ignored.
  ///
  /// - Parameter path: The folder's path.
  /// - Returns: English and German, followed by the other languages in the order of their tags.
  /// - Throws: ``PageTextsFolderError``, with the file's name.
  public static func texts(inFolder path: String) throws(PageTextsFolderError) -> [PageTexts] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .unreadable(path)
    }
    var languages = [PageTexts.english, .german]
    for name in names where name.hasSuffix(".json") {
      let tag = String(name.dropLast(".json".count))
      guard tag != "*", LanguagePreference(uiLocales: tag).ranges == [tag.lowercased()] else {
        throw .unknownLanguage(file: name)
      }
      guard let data = FileManager.default.contents(atPath: path + "/" + name) else { throw .unreadable(name) }
      let builtIn = languages.firstIndex { $0.language.lowercased() == tag.lowercased() }
      let language = try language(tag, [UInt8](data), replacing: builtIn.map { languages[$0] }, file: name)
      if let builtIn { languages[builtIn] = language } else { languages.append(language) }
    }
    return languages
  }

  private static func language(
    _ tag: String, _ bytes: [UInt8], replacing builtIn: PageTexts?, file: String
  ) throws(PageTextsFolderError) -> PageTexts {
    let texts: [PageText: String]
    do throws(PageTextsError) {
      texts = try PageTexts.texts(in: bytes)
    } catch {
      throw .unfit(file: file, error)
    }
    // Reports all missing texts at once, because a translator has about a hundred to write.
    let missing = builtIn == nil ? PageText.allCases.filter { texts[$0] == nil } : []
    guard missing.isEmpty else { throw .missing(file: file, missing) }
    do throws(PageTextsError) {
      let scopes = try PageTexts.scopes(in: bytes)
      let details = try PageTexts.details(in: bytes)
      if let builtIn { return try builtIn.replacing(texts, scopes: scopes, details: details) }
      return try PageTexts(
        language: tag, direction: .init(language: tag), texts: texts, scopes: scopes, details: details)
    } catch {
      throw .unfit(file: file, error)
    }
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthServer

extension MustachePages {
  /// Reads languages from a folder, for `init(texts:templates:)`: each file `TAG.json`, named after a language's tag, as `PageTexts.texts(in:)`,
  /// `PageTexts.scopes(in:)` and `PageTexts.details(in:)` read it. A file of a built-in language replaces texts; one of another language has them all. Files that
  /// don't end so are left alone.
  /// - Parameter path: the folder.
  /// - Returns: English and German, then the others by their tags.
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
      let known = languages.firstIndex { $0.language.lowercased() == tag.lowercased() }
      let language = try language(tag, [UInt8](data), replacing: known.map { languages[$0] }, file: name)
      if let known { languages[known] = language } else { languages.append(language) }
    }
    return languages
  }

  private static func language(
    _ tag: String, _ octets: [UInt8], replacing known: PageTexts?, file: String
  ) throws(PageTextsFolderError) -> PageTexts {
    let texts: [PageText: String]
    do throws(PageTextsError) {
      texts = try PageTexts.texts(in: octets)
    } catch {
      throw .unfit(file: file, error)
    }
    // All that are missing at once: who translates has a hundred to write.
    let missing = known == nil ? PageText.allCases.filter { texts[$0] == nil } : []
    guard missing.isEmpty else { throw .missing(file: file, missing) }
    do throws(PageTextsError) {
      let scopes = try PageTexts.scopes(in: octets)
      let details = try PageTexts.details(in: octets)
      if let known { return try known.replacing(texts, scopes: scopes, details: details) }
      return try PageTexts(
        language: tag, direction: .init(language: tag), texts: texts, scopes: scopes, details: details)
    } catch {
      throw .unfit(file: file, error)
    }
  }
}

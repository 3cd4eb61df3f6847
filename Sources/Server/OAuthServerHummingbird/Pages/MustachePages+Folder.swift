internal import FoundationBasics

extension MustachePages {
  /// Reads templates from a folder, for `init(texts:templates:)`.
  ///
  /// The files are `NAME.mustache`, where `NAME` is the raw value of a ``PageTemplate``, and
  /// `style.css`. Missing files keep the built-in template. Files with other extensions are
  /// ignored.
  ///
  /// - Parameter path: The folder's path.
  /// - Returns: The templates that the folder has.
  /// - Throws: ``MustachePagesError/unreadable(_:)`` if the folder or a file can't be read.
  ///   ``MustachePagesError/unknownTemplate(_:)`` for a `.mustache` file that no page uses: a
  ///   misspelled name would stay unnoticed otherwise.
  public static func templates(inFolder path: String) throws(MustachePagesError) -> [PageTemplate: String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .unreadable(path)
    }
    var templates: [PageTemplate: String] = [:]
    for name in names {
      let template: PageTemplate
      if name == "style.css" {
        template = .style
      } else if name.hasSuffix(".mustache") {
        guard let knownTemplate = PageTemplate(rawValue: String(name.dropLast(".mustache".count))),
          knownTemplate != .style
        else {
          throw .unknownTemplate(name)
        }
        template = knownTemplate
      } else {
        continue
      }
      guard let bytes = FileManager.default.contents(atPath: path + "/" + name),
        let text = String(validating: bytes, as: UTF8.self)
      else { throw .unreadable(name) }
      templates[template] = text
    }
    return templates
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension MustachePages {
  /// Reads templates from a folder, for `init(texts:templates:)`: each file `NAME.mustache` with a name of ``PageTemplate``,
  /// and `style.css`. What isn't there is built in; other files that don't end so are left alone.
  /// - Parameter path: the folder.
  /// - Throws: ``MustachePagesError/unreadable(_:)``, or ``MustachePagesError/unknownTemplate(_:)`` for a file that no page
  ///   would use: a misspelled name would be missed otherwise.
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
        guard let known = PageTemplate(rawValue: String(name.dropLast(".mustache".count))), known != .style else {
          throw .unknownTemplate(name)
        }
        template = known
      } else {
        continue
      }
      guard let octets = FileManager.default.contents(atPath: path + "/" + name),
        let text = String(validating: octets, as: UTF8.self)
      else { throw .unreadable(name) }
      templates[template] = text
    }
    return templates
  }
}

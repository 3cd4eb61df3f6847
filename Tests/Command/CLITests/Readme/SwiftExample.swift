import Foundation

/// A Swift example of a document or a doc comment: the lines between its fences.
struct SwiftExample: CustomStringConvertible {
  /// The document or source file.
  let document: String
  /// The number of the opening fence's line.
  let line: Int
  /// The modules that the example imports.
  let imports: Set<String>
  /// The other lines, without indentation. Empty lines are left out.
  let lines: [String]

  var description: String { "\(document):\(line)" }

  /// Whether this is a package manifest, which no target can contain, or part of one: a dependency
  /// or a product. `Scripts/check/apple-plans` plans the whole manifests.
  var isManifest: Bool {
    ["// swift-tools-version", ".package(", ".product("].contains { lines.first?.hasPrefix($0) == true }
  }

  /// Returns the examples of a document, in its order.
  static func all(in document: String) throws -> [SwiftExample] {
    var examples: [SwiftExample] = []
    var open: (line: Int, text: [String])?
    for (index, line) in try Repository.text(document).components(separatedBy: "\n").enumerated() {
      let text = document.hasSuffix(".swift") ? withoutSlashes(line) : line.trimmingCharacters(in: .whitespaces)
      if let (line, lines) = open {
        if text == "```" {
          let source = CompiledSource(lines)
          examples.append(
            SwiftExample(document: document, line: line, imports: source.imports, lines: source.lines))
          open = nil
        } else {
          open = (line, lines + [text])
        }
      } else if text == "```swift" {
        open = (index + 1, [])
      }
    }
    return examples
  }

  /// A line without the slashes of a doc comment, and without indentation.
  private static func withoutSlashes(_ line: String) -> String {
    let text = line.trimmingCharacters(in: .whitespaces)
    return text.hasPrefix("///") ? text.dropFirst(3).trimmingCharacters(in: .whitespaces) : text
  }
}

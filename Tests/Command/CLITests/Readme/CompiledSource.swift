import Foundation

/// A source file that a build compiles, in which examples are looked for.
struct CompiledSource {
  /// The modules that the file imports.
  let imports: Set<String>
  /// The other lines, without indentation. Empty lines and marks of snippets are left out.
  let lines: [String]

  /// Reads a file's lines.
  init(_ text: [String]) {
    let trimmed = text.map { $0.trimmingCharacters(in: .whitespaces) }
    imports = Set(trimmed.compactMap(Self.module))
    lines = trimmed.filter { !$0.isEmpty && !$0.hasPrefix("// snippet.") && Self.module($0) == nil }
  }

  /// Whether the file contains an example, line by line, and imports its modules.
  func contains(_ example: SwiftExample) -> Bool {
    example.imports.isSubset(of: imports) && lines.contains(example.lines)
  }

  /// All snippets, all files of the target `DocumentedExamples`, and the example of an MCP server.
  static func all() throws -> [CompiledSource] {
    try ["Snippets", "Tests/Across/DocumentedExamples", "Examples/MCPNotesServer"].flatMap { folder in
      try Repository.files(in: folder).filter { $0.hasSuffix(".swift") }.map {
        CompiledSource(try Repository.text($0).components(separatedBy: "\n"))
      }
    }
  }

  private static func module(_ line: String) -> String? {
    line.hasPrefix("import ") ? String(line.dropFirst("import ".count)) : nil
  }
}

import Foundation

/// The error types that the sources of the libraries declare, found by a search in their text.
enum ErrorDeclarations {
  /// An error type in the sources.
  struct Declaration {
    /// The module and the type, such as `OAuthResourceServer.AccessRefusal.Reason`.
    let name: String
    /// The names of an enumeration's cases; empty for a structure.
    var cases: [String] = []
  }

  /// A source file of a target, by lines.
  struct File {
    let target: String
    let lines: [Substring]
  }

  /// The targets that are no libraries.
  private static let programs: Set<String> = [
    "PixyAccounts", "PixyAuth", "PixyCLI", "PixyConnection", "PixyDemo", "PixyHelpers", "PixyServe", "PixyTerminal",
    "PixyTokens", "PixyWire", "pixy", "pixy-demo", "pixy-front",
  ]

  static func read() throws -> [Declaration] {
    let files = Dictionary(grouping: try files(), by: \.target)
    return files.filter { !programs.contains($0.key) }.flatMap { target, files in
      let conforming = Set(files.flatMap { $0.lines.compactMap(extended) })
      return files.flatMap { declarations(in: $0.lines, of: target, conforming) }
    }
  }

  /// Every source file.
  static func files() throws -> [File] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path()).filter { $0.hasSuffix(".swift") }.map {
      let text = try String(contentsOf: root.appending(path: $0), encoding: .utf8)
      return File(
        target: String($0.split(separator: "/")[1]),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// The type that a line extends with a conformance to `Error` or `ExplainedError`.
  private static func extended(_ line: Substring) -> String? {
    // Most lines need no regular expression, which is slow.
    guard line.hasPrefix("extension "),
      let match = line.firstMatch(of: /^extension ([\w.]+): .*\b(?:Error|ExplainedError)\b/)
    else { return nil }
    return String(match.1)
  }

  private static func declarations(
    in lines: [Substring], of target: String, _ conforming: Set<String>
  ) -> [Declaration] {
    var found: [Declaration] = []
    var outer = ""
    for (number, line) in lines.enumerated() {
      if line.first?.isLetter == true,
        let match = line.firstMatch(of: /^(?:\w+ )*(?:struct|enum|class|actor|protocol|extension) ([\w.]+)/)
      {
        outer = String(match.1)
      }
      guard line.hasSuffix("{"),
        let match = line.firstMatch(of: /^( *)public (?:final )?(struct|enum|class) (\w+)([^{]*)\{/)
      else {
        continue
      }
      let name = match.1.isEmpty ? String(match.3) : "\(outer).\(match.3)"
      let isError = match.4.contains(/\b(?:Error|ExplainedError)\b/) || conforming.contains(name)
      guard isError else { continue }
      var declaration = Declaration(name: "\(target).\(name)")
      if match.2 == "enum" { declaration.cases = cases(lines[(number + 1)...], indent: match.1 + "  ") }
      found.append(declaration)
    }
    return found
  }

  /// The names of the cases of an enumeration whose members have this indentation.
  private static func cases(_ lines: ArraySlice<Substring>, indent: String) -> [String] {
    var names: [String] = []
    for line in lines {
      if line == indent.dropLast(2) + "}" { break }
      guard line.hasPrefix(indent + "case ") else { continue }
      // Without the associated values, a comma separates cases.
      let list = line.dropFirst(indent.count + 5).replacing(/\([^()]*\)/, with: "")
      names += list.split(separator: ",").map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == " " }) }
    }
    return names
  }
}

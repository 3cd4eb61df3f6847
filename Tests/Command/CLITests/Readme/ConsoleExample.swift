import Foundation

/// One command of a document with its expected output, as both look in a terminal.
///
/// The tests run every block that is marked ```` ```console ````. A line that begins with `$ ` is a
/// command. It continues in the next line after a backslash. The lines up to the next command are
/// its output, standard output and standard error together. In the output `…` stands for any text
/// within a line, and a line of `…` only for any number of lines. Other blocks aren't run.
struct ConsoleExample: Sendable {
  let document: String
  /// The line of the command in the document, counted from 1.
  let line: Int
  let command: String
  let expected: [String]

  /// Parses the examples of a document, in their order.
  static func all(in text: String, document: String) -> [ConsoleExample] {
    var examples: [ConsoleExample] = []
    var current: (line: Int, command: String, expected: [String])?
    var isInside = false
    var goesOn = false
    func finish() {
      if let done = current {
        examples.append(
          ConsoleExample(document: document, line: done.line, command: done.command, expected: done.expected))
      }
      current = nil
    }
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = String(part)
      if line.hasPrefix("```") {
        finish()
        isInside = !isInside && line == "```console"
      } else if isInside, goesOn {
        current?.command += "\n" + line
        goesOn = line.hasSuffix("\\")
      } else if isInside, line.hasPrefix("$ ") {
        finish()
        current = (index + 1, String(line.dropFirst(2)), [])
        goesOn = line.hasSuffix("\\")
      } else if isInside {
        current?.expected.append(line)
      }
    }
    finish()
    return examples
  }

  /// Returns whether a command's output is the expected one.
  func matches(_ output: String) -> Bool {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return Self.matches(expected[...], lines[...])
  }

  private static func matches(_ expected: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains { matches(expected.dropFirst(), lines[$0...]) }
    }
    guard let line = lines.first, isLine(line, like: first) else { return false }
    return matches(expected.dropFirst(), lines.dropFirst())
  }

  private static func isLine(_ line: String, like pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…")
    guard parts.count > 1 else { return line == pattern }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}

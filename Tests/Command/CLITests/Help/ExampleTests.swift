import ArgumentParser
import Testing

@testable import PixyCLI
@testable import PixyServe
@testable import PixyTerminal

/// The examples in the help of each command.
@Suite(.timeLimit(.minutes(60))) struct ExampleTests {
  /// Returns the arguments of each `pixy` in a line for the shell, without redirections.
  private static func calls(in line: String) -> [[String]] {
    line.matches(of: /pixy(?: [^|)]*)?/).map { match in
      ShellWord.words(of: String(match.output)).dropFirst().filter { !$0.hasPrefix("<") && !$0.hasPrefix(">") }
    }
  }

  @Test func `The help of every command begins with two examples, and the commands accept them`() {
    let commands = WrongUsageTests.commands()
    #expect(commands.count > 60 && CommandExamples.all.count == commands.count)
    for (words, type) in commands {
      let examples = CommandExamples.all[words.joined(separator: " ")] ?? []
      #expect(examples.count == 2 && Set(examples).count == 2, "\(words)")
      #expect(
        type.configuration.discussion.split(separator: "\n").prefix(2) == examples.map { "  \($0)" }[...], "\(words)")
      for example in examples {
        let calls = Self.calls(in: example)
        #expect(calls.contains { $0.starts(with: words) }, "\(example)")
        for call in calls {
          #expect(throws: Never.self, "\(example)") { _ = try PixyCommand.parseAsRoot(call) }
        }
      }
    }
  }

  /// Returns the arguments of the lines that begin with `pixy` in the shell blocks of a document, without comments,
  /// pipes and redirections.
  private static func documentedCalls(in text: String) -> [[String]] {
    var calls: [[String]] = []
    var prompt: String?
    var begun = ""
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if part.hasPrefix("```") {
        prompt = prompt == nil ? ["```sh": "", "```console": "$ "][String(part)] : nil
        continue
      }
      guard let prompt, !begun.isEmpty || part.hasPrefix(prompt + "pixy ") else { continue }
      let line = begun.isEmpty ? String(part.dropFirst(prompt.count)) : begun + String(part.drop { $0 == " " })
      begun = line.hasSuffix("\\") ? String(line.dropLast()) : ""
      guard begun.isEmpty else { continue }
      let end = line.firstMatch(of: /(?: #| \| | && |; | <| >| 2>)/)?.range.lowerBound
      calls.append(Array(ShellWord.words(of: String(line[..<(end ?? line.endIndex)])).dropFirst()))
    }
    return calls
  }

  @Test func `The commands in the shell blocks of the guides are accepted`() throws {
    var count = 0
    for document in try Repository.files(in: "Documentation/Guides") + ["README.md"] where document.hasSuffix(".md") {
      for call in Self.documentedCalls(in: try Repository.text(document)) where call != ["--help"] {
        count += 1
        #expect(throws: Never.self, "\(document): \(call)") { _ = try PixyCommand.parseAsRoot(call) }
      }
    }
    #expect(count > 60)
  }

  @Test func `Alerts name only commands and settings that exist`() throws {
    let alerts = try Repository.text("Packaging/prometheus/alerts.yml")
    let summaries = alerts.matches(of: /summary: "([^"]+)"/).map { String($0.output.1) }
    let command = /pixy serve [^,;:]+/
    for match in summaries.flatMap({ $0.matches(of: command) }) {
      let call = ShellWord.words(of: String(match.output)).dropFirst()
      #expect(throws: Never.self, "\(call)") { _ = try PixyCommand.parseAsRoot(Array(call)) }
    }
    for summary in summaries {
      let text = summary.replacing(command, with: "").replacing(/\{\{[^}]*\}\}/, with: "")
      for word in text.matches(of: /[a-z]+(?:[._][a-z]+)+/) {
        #expect(ServeSetting.named(String(word.output)) != nil, "\(summary)")
      }
    }
    #expect(summaries.count > 7)
  }
}

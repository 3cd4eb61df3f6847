import Foundation
import OAuthCore
import Subprocess
import Testing

/// The output of `pixy help`, word for word, so that no text changes by accident.
@Suite(.timeLimit(.minutes(60))) struct HelpTests {
  /// The folder of the expected texts, one file for each command. `make help-texts` writes them.
  private static let folder = Repository.root.appending(path: "Tests/Command/CLITests/Help/Expected")

  /// Returns the names of a command and of all its subcommands, as they are typed after
  /// `pixy help`.
  private static func paths(of command: JSONValue, below path: [String]) throws -> [[String]] {
    let object = try #require(command.object)
    return try [path]
      + (object["subcommands"]?.array ?? []).flatMap { child in
        try paths(of: child, below: path + [try #require(child.object?["commandName"]?.string)])
      }
  }

  /// The command with all its subcommands, as the argument parser describes them. Read once for all
  /// tests.
  private static let described = Task {
    let dump = try await CommandTests.pixy(["--experimental-dump-help"])
    return try #require(try JSONValue(bytes: Array(dump.output.utf8)).object?["command"])
  }

  /// Returns every command of this `pixy`.
  private static func commands() async throws -> [[String]] {
    try paths(of: try await described.value, below: [])
  }

  private static func file(_ path: [String]) -> String { (["pixy"] + path).joined(separator: "-") + ".txt" }

  @Test func `The help of every command is the expected one`() async throws {
    let commands = try await Self.commands()
    #expect(commands.count > 20)
    for path in commands {
      let said = try await CommandTests.pixy(["help"] + path, environment: ["COLUMNS": nil])
      let expected = try? String(contentsOf: Self.folder.appending(path: Self.file(path)), encoding: .utf8)
      #expect(said.status == 0 && said.errors.isEmpty)
      #expect(
        said.output == expected, "\(Self.file(path)) differs or isn't there: look at it, and run make help-texts.")
    }
  }

  // A command that the help breaks in two fails when it is copied.
  @Test func `The commands to type in a help text have lines of at most 80 columns`() async throws {
    func check(_ command: JSONValue) throws {
      let members = try #require(command.object)
      for line in (members["discussion"]?.string ?? "").split(separator: "\n") where line.hasPrefix("  ") {
        #expect(line.count <= 80, "\(members["commandName"]?.string ?? "")")
      }
      for child in members["subcommands"]?.array ?? [] { try check(child) }
    }
    try check(try await Self.described.value)
  }

  @Test func `No help is expected for a missing command`() async throws {
    let names = Set(try await Self.commands().map(Self.file))
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(files.filter { !names.contains($0) } == [], "Run make help-texts.")
  }

  @Test func `Every command and every option has a help text`() async throws {
    var silent: [String] = []
    func look(_ command: JSONValue, _ path: String) {
      let name = path + (command.object?["commandName"]?.string ?? "?")
      if command.object?["abstract"]?.string?.isEmpty ?? true { silent.append(name) }
      for argument in command.object?["arguments"]?.array ?? []
      where argument.object?["abstract"]?.string?.isEmpty ?? true {
        silent.append("\(name) \(argument.object?["valueName"]?.string ?? "?")")
      }
      for child in command.object?["subcommands"]?.array ?? [] { look(child, name + " ") }
    }
    look(try await Self.described.value, "")
    // The argument parser adds these two itself.
    #expect(silent.filter { !$0.hasSuffix("help subcommands") && !$0.hasSuffix("help help") } == [])
  }

  @Test func `pixy --version prints only the version`() async throws {
    let said = try await CommandTests.pixy(["--version"])
    #expect(said.status == 0 && said.errors.isEmpty)
    #expect(said.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }
}

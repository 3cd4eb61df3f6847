import Foundation
import OAuthCore
import Subprocess
import SystemPackage
import Testing

@testable import PixyHelpers

/// `pixy mcp add`, `pixy mcp list` and `pixy mcp doctor`.
@Suite(.timeLimit(.minutes(60))) struct MCPHostTests {
  private static let url = "https://mcp.example.com/mcp"

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func add(
    _ arguments: [String], host: String = "claude-code", file: String, in home: Home
  ) async throws -> CommandTests.Outcome {
    try await home.pixy(["mcp", "add"] + arguments + ["--host", host, "--file", file])
  }

  @Test func `Without a host the configuration is printed`() async throws {
    try await Home.with { home in
      let outcome = try await home.pixy(["mcp", "add", "notes", Self.url, "--profile", "work", "--no-browser"])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(
        outcome.output == """
          {
            "mcpServers": {
              "notes": {
                "command": "pixy",
                "args": ["mcp", "https://mcp.example.com/mcp", "--profile", "work", "--no-browser"]
              }
            }
          }

          """)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
  }

  @Test func `An entry is added, a copy is kept, and everything else stays as it is`() async throws {
    try await Home.with { home in
      let file = home.path + "/mcp.json"
      let old = "{\n\t\"b\": 1.50,\n\t\"servers\": {\n\t\t\"x\": {\"url\": \"https:\\/\\/x\"}\n\t},\n\t\"a\": [ ]\n}"
      try write(old, to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      let outcome = try await add(["notes", Self.url, "--yes"], host: "vscode", file: file, in: home)
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.contains(file + ".bak"), "\(outcome)")
      let entry = [
        "\"notes\": {", "\t\"type\": \"stdio\",", "\t\"command\": \"pixy\",", "\t\"args\": [\"mcp\", \"\(Self.url)\"]",
        "}",
      ].joined(separator: "\n\t\t")
      #expect(try read(file) == old.replacing("x\"}", with: "x\"},\n\t\t\(entry)"))
      #expect(try read(file + ".bak") == old)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      // The same entry changes nothing, and another copy gets another name.
      #expect(try await add(["notes", Self.url, "--yes"], host: "vscode", file: file, in: home).status == 0)
      #expect(!FileManager.default.fileExists(atPath: file + ".bak1"))
      #expect(try await add(["more", Self.url, "--yes"], host: "vscode", file: file, in: home).status == 0)
      #expect(FileManager.default.fileExists(atPath: file + ".bak1"))
    }
  }

  @Test func `A server of the same name is replaced only with --replace`() async throws {
    try await Home.with { home in
      let file = home.path + "/mcp.json"
      let old = #"{"mcpServers":{"notes":{"command":"other","env":{"A":"}"}},"z":{"command":"c"}}}"#
      try write(old, to: file)
      let refused = try await add(["notes", Self.url, "--yes"], file: file, in: home)
      #expect(refused.status == 1 && refused.errors.contains("--replace"), "\(refused)")
      #expect(try read(file) == old)
      #expect(try await add(["notes", Self.url, "--yes", "--replace"], file: file, in: home).status == 0)
      let new = #"{"mcpServers":{"notes":{"command": "pixy", "args": ["mcp", "\#(Self.url)"]},"z":{"command":"c"}}}"#
      #expect(try read(file) == new)
      #expect(try read(file + ".bak") == old)
    }
  }

  @Test(arguments: ["{\"mcpServers\": {}, // a comment\n}", "[]", "{\"mcpServers\": []}", "{", "{\"a\":1,\"a\":2}"])
  func `A file that isn't such a JSON object stays as it is`(_ text: String) async throws {
    try await Home.with { home in
      let file = home.path + "/mcp.json"
      try write(text, to: file)
      let outcome = try await add(["notes", Self.url, "--yes"], file: file, in: home)
      #expect(outcome.status == 1 && outcome.errors.contains(file), "\(outcome)")
      #expect(try read(file) == text)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["mcp.json"])
    }
  }

  @Test func `Nothing is written without an answer`() async throws {
    try await Home.with { home in
      let file = home.path + "/mcp.json"
      let silent = try await add(["notes", Self.url], file: file, in: home)
      #expect(silent.status == 64 && silent.errors.contains("--yes"), "\(silent)")
      for (answer, status) in [("n\n", 2), ("\n", 2), ("y\n", 0)] {
        #expect(!FileManager.default.fileExists(atPath: file))
        let outcome = try await PseudoTerminal.running(
          ["mcp", "add", "notes", Self.url, "--host", "claude-code", "--file", file]
        ) { terminal in
          try await terminal.wait(for: "press Enter:")
          try terminal.type(answer)
        }
        #expect(outcome.status == status, "\(outcome.shown)")
      }
      #expect(try read(file).contains(Self.url))
    }
  }

  @Test func `Each host's usual file is written, and pixy mcp list finds its servers`() async throws {
    try await Home.with { home in
      let folder = home.path + "/project"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      func pixy(_ arguments: [String]) async throws -> (TerminationStatus, String) {
        let result = try await run(
          .path(FilePath(Repository.pixy)), arguments: Arguments(arguments),
          environment: .inherit.updating(home.environment), workingDirectory: FilePath(folder), input: .none,
          output: .string(limit: 100_000), error: .discarded)
        return (result.terminationStatus, result.standardOutput)
      }
      #expect(try await pixy(["mcp", "list"]) == (.exited(0), ""))
      let files = [
        "claude-code": folder + "/.mcp.json", "vscode": folder + "/.vscode/mcp.json",
        "cursor": home.path + "/.cursor/mcp.json",
      ]
      for (host, file) in files {
        let (status, _) = try await pixy(["mcp", "add", "to-\(host)", Self.url, "--host", host, "--yes"])
        #expect(status == .exited(0) && FileManager.default.fileExists(atPath: file), "\(host)")
      }
      try write(
        #"{"mcpServers": {"other": {"command": "npx", "args": ["mcp", "https://x"]}}}"#, to: folder + "/other.json")
      let (status, list) = try await pixy(["mcp", "list", "--json"])
      let servers = try #require(try JSONValue(bytes: Array(list.utf8)).object?["servers"]?.array).compactMap(\.object)
      #expect(status == .exited(0) && servers.count == 3, "\(list)")
      for server in servers {
        let host = try #require(server["host"]?.string)
        #expect(server["name"]?.string == "to-\(host)" && server["url"]?.string == Self.url)
        let found = try #require(server["file"]?.string)
        #expect(found.hasSuffix(files[host]?.split(separator: "/").suffix(2).joined(separator: "/") ?? "?"))
      }
      let (_, text) = try await pixy(["mcp", "list"])
      #expect(text.split(separator: "\n").count == 3 && text.contains("VS Code"), "\(text)")
    }
  }

  @Test(arguments: [
    ("", "{\n  \"s\": {\n    \"n\": E\n  }\n}\n"), ("{}", "{\n  \"s\": {\n    \"n\": E\n  }\n}"),
    (#"{"a": 1}"#, "{\"a\": 1,\"s\": {\n    \"n\": E\n  }}"), (#"{"s":{}}"#, "{\"s\":{\n    \"n\": E\n  }}"),
    (#"{"\u0073": {"a,}": "\"}"}}"#, #"{"\u0073": {"a,}": "\"}","n": F}}"#),
  ])
  func `An entry fits into every form of configuration`(_ old: String, _ form: String) throws {
    let entry = MCPConfiguration.Entry(type: nil, command: "c", arguments: [])
    let block = "{\n      \"command\": \"c\",\n      \"args\": []\n    }"
    let line = #"{"command": "c", "args": []}"#
    let new = try MCPConfiguration(Array(old.utf8), member: "s").setting("n", to: entry)
    #expect(String(decoding: new, as: UTF8.self) == form.replacing("E", with: block).replacing("F", with: line))
    #expect(try MCPConfiguration(new, member: "s").entries.contains { $0.name == "n" && $0.entry == entry })
  }

  // MARK: - The doctor

  @Test func `The doctor finds nothing wrong with a server whose account is signed in`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      let outcome = try await home.pixy(["mcp", "doctor", url, "--json"])
      #expect(outcome.status == 0, "\(outcome)")
      let findings = try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object?["findings"]?.array)
        .compactMap(\.object)
      #expect(
        findings.compactMap { $0["subject"]?.string } == [
          "server", "metadata", "authorization server", "PKCE", "registration", "account", "token",
        ])
      #expect(findings.allSatisfy { $0["level"] == "fine" }, "\(outcome.output)")
    }
  }

  @Test func `The doctor names the step that fails, and opens no browser`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let signedOut = try await home.pixy(["mcp", "doctor", url])
      #expect(signedOut.status == 1 && signedOut.output.contains("pixy login \(url)"), "\(signedOut)")
      #expect(try await home.pixy(["status"]).status == 4)
      #expect(try await home.pixy(["login", url]).status == 0)
      server.change(metadata: ["code_challenge_methods_supported": .null, "registration_endpoint": .null])
      let unsafe = try await home.pixy(["mcp", "doctor", url])
      #expect(unsafe.status == 1 && unsafe.output.contains("PROBLEM  PKCE"), "\(unsafe)")
      server.name(authorizationServers: ["http://127.0.0.1:9"])
      let moved = try await home.pixy(["mcp", "doctor", url])
      #expect(moved.status == 1 && moved.output.contains("PROBLEM  account"), "\(moved)")
      #expect(moved.output.contains("PROBLEM  authorization server"), "\(moved)")
    }
    try await Home.with { home in
      let away = try await home.pixy(["mcp", "doctor", "http://127.0.0.1:9/mcp"])
      #expect(away.status == 1 && away.output.contains("PROBLEM  server"), "\(away)")
    }
  }
}

import Foundation
import Subprocess
import SystemPackage
import Testing

/// The documents' examples, run unchanged.
@Suite(.timeLimit(.minutes(60))) struct ReadmeTests {
  /// The server's address in the documents.
  private static let written = "127.0.0.1:8414"

  // Other tools exit with 0 although they failed.
  @Test(arguments: ["Documentation/Guides/Demonstration.md", "Documentation/Guides/CommandLine.md"])
  func `The examples of a document print the expected output, line by line`(_ document: String) async throws {
    let examples = ConsoleExample.all(in: try Repository.text(document), document: document)
    #expect(!examples.isEmpty)
    let folder = try TemporaryFolder()
    let home = folder.path
    try FileManager.default.createDirectory(atPath: home + "/bin", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: home + "/bin/pixy", withDestinationPath: Repository.pixy)
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // The environment has nothing of the tests' user: no home folder, no keyring, no settings.
    let environment: [Environment.Key: String] = [
      "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
      "XDG_RUNTIME_DIR": home + "/run", "PATH": home + "/bin:" + path, "BROWSER": browser, "LANG": "C.UTF-8",
      "TMPDIR": NSTemporaryDirectory(),
    ]
    let (status, _) = try await ServedPixy.running(
      ["--port", "0", "--username", "ada", "--password-file", "-"], input: "lovelace"
    ) { said in
      let server = String(try said.issuer.trimmingPrefix("http://"))
      for example in examples {
        let command = example.command.replacing(Self.written, with: server)
        let result = try await run(
          .path("/bin/bash"), arguments: ["-c", "exec 2>&1\n" + command], environment: .custom(environment),
          workingDirectory: FilePath(home),
          input: .fileDescriptor(try StandardInput.holding(""), closeAfterSpawningProcess: true),
          output: .string(limit: 1_000_000), error: .discarded)
        let output = result.standardOutput.replacing(server, with: Self.written)
        #expect(example.matches(output), "\(document):\(example.line): \(example.command)\n\(output)")
      }
    }
    #expect(status == .exited(0))
  }

  @Test func `The documents have examples, and the tests find them`() throws {
    let text = try Repository.text("Documentation/Guides/CommandLine.md")
    #expect(ConsoleExample.all(in: text, document: "").count > 10)
  }
}

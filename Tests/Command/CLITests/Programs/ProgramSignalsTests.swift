#if os(Linux)
import Foundation
import Subprocess
import Testing

/// The signals of programs that `pixy` starts, as the kernel reports them.
@Suite(.timeLimit(.minutes(60))) struct ProgramSignalsTests {
  /// The program that prints its signals.
  static let show = ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]

  /// Returns the signals that a program printed, as bits, without those of the C library itself
  /// (from 32 on), which programs can't change.
  static func signals(_ text: String) -> [String: UInt64] {
    Dictionary(
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: ":\t")
        guard parts.count == 2, let bits = UInt64(parts[1], radix: 16) else { return nil }
        return (String(parts[0]), bits & 0x7FFF_FFFF)
      }, uniquingKeysWith: { $1 })
  }

  /// No blocked and no ignored signals.
  static let none: [String: UInt64] = ["SigBlk": 0, "SigIgn": 0]

  /// A script that writes its signals to the file `signals` of its folder and goes on.
  private static func script(in home: Home, then rest: String = "") throws -> String {
    let path = home.path + "/script"
    let text = "#!/bin/sh\n\(show.map { "'\($0)'" }.joined(separator: " ")) >'\(home.path)/signals'\n\(rest)\n"
    try #require(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o755]))
    return path
  }

  private static func seen(in home: Home) throws -> [String: UInt64] {
    signals(try String(contentsOfFile: home.path + "/signals", encoding: .utf8))
  }

  @Test(arguments: [false, true])
  func `A program of pixy run and pixy curl can be interrupted, after a refresh too`(_ isExpired: Bool) async throws {
    try await SignedInHome.with { signedIn in
      if isExpired { try await signedIn.home.age() }
      let run = try await signedIn.pixy(["run", "--"] + Self.show)
      #expect(run.status == 0 && Self.signals(run.output) == Self.none, "\(run)")

      if isExpired { try await signedIn.home.age() }
      let folder = signedIn.home.path + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/curl", withDestinationPath: try Self.script(in: signedIn.home))
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let curl = try await signedIn.pixy(["curl", "--", "\(signedIn.issuer)/api/echo"], ["PATH": "\(folder):\(path)"])
      #expect(curl.status == 0, "\(curl)")
      #expect(try Self.seen(in: signedIn.home) == Self.none)
    }
  }

  @Test func `A signal that was ignored before pixy was started stays ignored`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.home.age()
      // SIGHUP is 1 and SIGPIPE is 13.
      let outcome = try await Tools.run(
        "sh", ["-c", #"trap '' HUP PIPE; exec "$0" run -- "$@""#, Repository.pixy] + Self.show,
        environment: signedIn.home.environment)
      #expect(Self.signals(outcome.output) == ["SigBlk": 0, "SigIgn": 0x1001], "\(outcome)")
    }
  }

  @Test func `A command that prints a secret can be interrupted`() async throws {
    try await Home.with { home in
      let script = try Self.script(in: home, then: "echo passphrase")
      let outcome = try await home.pixy(["storage"], ["PIXY_PASSPHRASE_FILE": "command:\(script)"])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try Self.seen(in: home) == Self.none)
    }
  }

  @Test func `A browser can be interrupted`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await WatchedServer.with { _, issuer, home in
      let script = try Self.script(in: home, then: "exec '\(browser)' \"$@\"")
      let login = ["login", issuer, "--client-id", "pixy", "--scope", "profile"]
      for arguments in [login + ["--browser-command", script], login] {
        let outcome = try await home.pixy(arguments, ["BROWSER": script])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Self.seen(in: home) == Self.none)
        try FileManager.default.removeItem(atPath: home.path + "/signals")
      }
    }
  }
}
#endif

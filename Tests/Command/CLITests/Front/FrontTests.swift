import Foundation
import OAuthCore
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import SystemPackage
import Testing
import TokenStorage

/// The small program that is installed as `bin/pixy`, with a substitute for the whole command.
@Suite(.timeLimit(.minutes(60))) struct FrontTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  /// The installed layout, in a folder that is deleted afterwards.
  private struct Installation {
    let root: URL

    /// - Parameter whole: The shell script, or a built command, in place of the whole command.
    static func with(whole: String?, _ body: (Installation) async throws -> Void) async throws {
      let root = FileManager.default.temporaryDirectory.appending(path: "pixy-front-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: root) }
      for folder in ["bin", "libexec/pixy"] {
        try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      let front = URL(filePath: Repository.pixy).deletingLastPathComponent().appending(path: "pixy-front")
      try FileManager.default.copyItem(at: front, to: root.appending(path: "bin/pixy"))
      let place = root.appending(path: "libexec/pixy/pixy")
      if let whole, whole.hasPrefix("#!") {
        try Data(whole.utf8).write(to: place)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path())
      } else if let whole {
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: URL(filePath: whole))
      }
      try await body(Installation(root: root))
    }

    func run(
      _ arguments: [String], _ home: Home, as name: String = "pixy", environment: [Environment.Key: String?] = [:]
    ) async throws -> CommandTests.Outcome {
      try await start(root.appending(path: "bin/\(name)").path(), arguments, home, environment: environment)
    }

    /// Runs another program that starts the front.
    func start(
      _ program: String, _ arguments: [String], _ home: Home, environment: [Environment.Key: String?] = [:]
    ) async throws -> CommandTests.Outcome {
      let result = try await Subprocess.run(
        .path(FilePath(program)), arguments: Arguments(arguments),
        environment: .inherit.updating(home.environment).updating(environment), input: .none,
        output: .string(limit: 100_000), error: .string(limit: 100_000))
      var status = -1
      if case .exited(let code) = result.terminationStatus { status = Int(code) }
      return CommandTests.Outcome(status: status, output: result.standardOutput, errors: result.standardError)
    }
  }

  /// A script that prints how it was called, which the whole command never does.
  private static let echo = "#!/bin/sh\nprintf 'whole:'\nprintf ' <%s>' \"$@\"\nexit 23\n"

  private static func withLogin(
    whole: String? = echo, _ body: (Installation, Home) async throws -> Void
  ) async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      try await Home.with { home in
        let login = try await CommandTests.pixy(
          ["login", issuer.text, "--client-id", "pixy", "--scope", "profile email"],
          environment: home.environment.merging(["BROWSER": browser]) { $1 })
        #expect(login.status == 0, "\(login.errors)")
        try await Installation.with(whole: whole) { try await body($0, home) }
      }
    }
  }

  @Test func `A valid stored token is printed without calling the whole command`()
    async throws
  {
    try await Self.withLogin { installation, home in
      let token = try await CommandTests.pixy(["token"], environment: home.environment)
      #expect(token.status == 0 && token.output.count == 41)
      for arguments in [
        [], ["--account", "ada"], ["--min-valid", "5m"], ["--account", "ada", "--min-valid=0"],
      ] {
        let outcome = try await installation.run(["token"] + arguments, home)
        #expect(outcome.status == 0 && outcome.output == token.output && outcome.errors.isEmpty, "\(arguments)")
      }
      let header = try await installation.run(["token", "--header"], home, environment: ["PIXY_ACCOUNT": "ada"])
      #expect(header.status == 0 && header.output == "Authorization: Bearer \(token.output)")
    }
  }

  @Test func `Everything else is passed to the whole command unchanged`() async throws {
    try await Self.withLogin { installation, home in
      for arguments in [
        ["token", "--json"], ["token", "--account", "bob"], ["token", "--profile", "work"],
        ["status", "two words", ""],
        ["token", "--account", "*"],
        // The server's tokens live shorter, and the whole command says so.
        ["token", "--min-valid", "99d"],
      ] {
        let outcome = try await installation.run(arguments, home)
        let words = arguments.map { " <\($0)>" }.joined()
        #expect(outcome.status == 23 && outcome.output == "whole:\(words)" && outcome.errors.isEmpty)
      }
      let passphrase: [Environment.Key: String?] = ["PIXY_PASSPHRASE_FILE": "/nowhere"]
      #expect(try await installation.run(["token"], home, environment: passphrase).status == 23)
      try await home.age()
      #expect(try await installation.run(["token"], home).status == 23)
    }
  }

  @Test func `Bound tokens and tokens in other stores are left to the whole command`() async throws {
    try await Self.withLogin { installation, home in
      let good = try await installation.run(["token"], home)
      #expect(good.status == 0)
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let tokens = try #require(try await store.tokens(for: account))
      var bound = tokens
      bound.tokenType = .dpop
      var withKey = tokens
      withKey.proofKey = .privateKey(Secret("a key"))
      var newer = tokens
      newer.additionalMembers["pixy_account"] = ["version": 2]
      var foreign = tokens
      foreign.additionalMembers["pixy_account"] = nil
      for changed in [bound, withKey, newer, foreign] {
        try await store.save(changed, for: account)
        let outcome = try await installation.run(["token"], home)
        #expect(outcome.status == 23)
      }
    }
  }

  @Test func `Without an account the front creates nothing and calls the whole command`() async throws {
    try await Installation.with(whole: Self.echo) { installation in
      try await Home.with { home in
        let outcome = try await installation.run(["token"], home)
        let made = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(outcome.status == 23 && made.isEmpty)
      }
    }
  }

  @Test func `It works by other names and through links, with the real command too`() async throws {
    try await Self.withLogin(whole: Repository.pixy) { installation, home in
      let json = try await installation.run(["token", "--json"], home)
      #expect(json.status == 0 && json.output.contains("\"access_token\""))
      let wrong = try await installation.run(["token", "--min-valid", "soon"], home)
      #expect(wrong.status == 64 && wrong.errors.contains("--min-valid"))
      let helper = installation.root.appending(path: "bin/git-credential-pixy")
      try FileManager.default.createSymbolicLink(atPath: helper.path(), withDestinationPath: "pixy")
      let git = try await installation.run(["erase"], home, as: "git-credential-pixy")
      #expect(git.status == 0 && git.output.isEmpty)
      try await home.age()
      let refreshed = try await installation.run(["token"], home)
      #expect(refreshed.status == 0 && refreshed.output.count == 41)
      // Stored by the whole command, printed by the front.
      #expect(try await installation.run(["token"], home).output == refreshed.output)
    }
  }

  #if os(Linux)
  @Test func `It finds the whole command when an upgrade has replaced its file`() async throws {
    // The shell opens the old file, and starts it after another one has its name.
    let upgrade = """
      exec 3<"$1/bin/pixy" && cp "$1/bin/pixy" "$1/bin/new" && mv "$1/bin/new" "$1/bin/pixy" &&
      exec /proc/self/fd/3 status
      """
    try await Installation.with(whole: Self.echo) { installation in
      try await Home.with { home in
        let outcome = try await installation.start("/bin/sh", ["-c", upgrade, "sh", installation.root.path()], home)
        #expect(outcome.status == 23 && outcome.output == "whole: <status>", "\(outcome.errors)")
      }
    }
  }

  @Test func `The whole command gets no blocked and no ignored signals`() async throws {
    let show = "#!/bin/sh\nexec \(ProgramSignalsTests.show.map { "'\($0)'" }.joined(separator: " "))\n"
    try await Self.withLogin(whole: show) { installation, home in
      try await home.age()
      for arguments in [["status"], ["token"]] {
        let outcome = try await installation.run(arguments, home)
        #expect(ProgramSignalsTests.signals(outcome.output) == ProgramSignalsTests.none, "\(arguments)")
      }
    }
  }
  #endif

  @Test func `Without the whole command it reports what is missing`() async throws {
    try await Installation.with(whole: nil) { installation in
      try await Home.with { home in
        let outcome = try await installation.run(["status"], home)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("libexec/pixy/pixy cannot be run") && outcome.errors.contains("Install"))
      }
    }
  }
}

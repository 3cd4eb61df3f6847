import Foundation
import OAuthCore
import Subprocess
import Testing
import TokenStorage

@testable import PixyCLI

/// The real git, with `pixy` as its credential helper.
@Suite(.timeLimit(.minutes(60))) struct GitHelperTests {
  /// Runs `body` with a repository of one file, as a plain web server serves it.
  private static func withRepository(_ body: (_ folder: String) async throws -> Void) async throws {
    try await Home.with { home in
      let source = home.path + "/source"
      let name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
      for arguments in [
        ["init", "-q", "-b", "main", source], ["-C", source, "commit", "-q", "--allow-empty", "-m", "The first"],
        ["clone", "-q", "--bare", source, home.path + "/repository.git"],
        ["-C", home.path + "/repository.git", "update-server-info"],
      ] {
        let outcome = try await Tools.run("git", name + arguments, environment: environment(home))
        try #require(outcome.status == 0, "\(outcome.errors)")
      }
      try await body(home.path)
    }
  }

  private static func environment(_ home: Home) -> [Environment.Key: String?] {
    home.environment.merging([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": nil,
    ]) { $1 }
  }

  private static func git(_ arguments: [String], _ signedIn: SignedInHome) async throws -> CommandTests.Outcome {
    try await Tools.run(
      "git", ["-c", "credential.helper=", "-c", "credential.helper=!'\(Repository.pixy)' git-credential"] + arguments,
      environment: environment(signedIn.home))
  }

  @Test func `git clones with the account's token, and with a new one after a 401`() async throws {
    try await Self.withRepository { folder in
      try await SignedInHome.with(files: folder) { signedIn in
        let address = "\(signedIn.issuer)/git/repository.git"
        let clone = try await Self.git(["clone", "-q", address, signedIn.home.path + "/copy"], signedIn)
        #expect(clone.status == 0, "\(clone.errors)")
        let log = try await Tools.run(
          "git", ["-C", signedIn.home.path + "/copy", "log", "--format=%s"],
          environment: Self.environment(signedIn.home))
        #expect(log.output == "The first\n")
        let first = try await signedIn.token()
        let sent = "Basic " + Data("ada:\(first)".utf8).base64EncodedString()
        #expect(signedIn.server.seen.contains { $0.authorization == sent })

        // The host no longer accepts the token. git reports that by `erase`, and gets another token
        // with its next request.
        signedIn.server.refuse(first)
        let refused = try await Self.git(["ls-remote", "-q", address], signedIn)
        #expect(refused.status != 0 && !refused.errors.contains(first))
        let again = try await Self.git(["ls-remote", "-q", address], signedIn)
        #expect(again.status == 0 && again.output.contains("refs/heads/main"), "\(again.errors)")
        #expect(try await signedIn.token() != first)
      }
    }
  }

  @Test func `Without the helper git has no credentials`() async throws {
    try await Self.withRepository { folder in
      try await SignedInHome.with(files: folder) { signedIn in
        let outcome = try await Tools.run(
          "git", ["ls-remote", "-q", "\(signedIn.issuer)/git/repository.git"],
          environment: Self.environment(signedIn.home))
        #expect(outcome.status != 0)
      }
    }
  }

  @Test func `A host without an account is silently left to git's next helper`() async throws {
    try await SignedInHome.with { signedIn in
      for input in [
        "protocol=https\nhost=git.example\n\n", "protocol=http\nhost=127.0.0.1\n\n",
        "protocol=https\nhost=127.0.0.1:1\n",
        "protocol=ssh\nhost=git.example\n\n", "",
      ] {
        for operation in ["get", "store", "erase", "whatever"] {
          let outcome = try await signedIn.pixy(["git-credential", operation], input: input)
          #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(operation) \(input)")
        }
      }
    }
    try await Home.with { home in
      let outcome = try await CommandTests.pixy(
        ["git-credential", "get"], input: "protocol=https\nhost=git.example\n", environment: home.environment)
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    }
  }

  @Test func `For a named account, the missing origin is said`() async throws {
    try await SignedInHome.with { signedIn in
      let git = try await signedIn.pixy(
        ["git-credential", "--account", "ada", "get"], input: "protocol=https\nhost=git.example\n\n")
      #expect(git.status == 0 && git.output.isEmpty && git.errors.contains("--origin https://git.example "), "\(git)")
      let docker = try await signedIn.pixy(
        ["docker-credential", "--account", "ada", "get"], input: "registry.example")
      #expect(docker.status == 1 && docker.errors.contains("--origin https://registry.example"), "\(docker)")
    }
  }

  @Test func `Without accounts nothing is created`() async throws {
    try await Home.with { home in
      var nowhere = home.environment
      for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] { nowhere[.init(stringLiteral: name)] = .some(nil) }
      for environment in [home.environment, nowhere] {
        let git = try await CommandTests.pixy(
          ["git-credential", "get"], input: "protocol=https\nhost=git.example\n", environment: environment)
        #expect(git.status == 0 && git.output.isEmpty && git.errors.isEmpty, "\(git)")
        let docker = try await CommandTests.pixy(
          ["docker-credential", "get"], input: "registry.example", environment: environment)
        #expect(docker.status == 1 && docker.output == "credentials not found in native keychain\n", "\(docker)")
        let list = try await CommandTests.pixy(["docker-credential", "list"], environment: environment)
        #expect(list.status == 0 && list.output == "{}\n")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
  }

  @Test func `A damaged account affects only its own host`() async throws {
    try await SignedInHome.with { other in
      try await SignedInHome.with { signedIn in
        let before = try Self.files(signedIn.home)
        let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
        let login = try await signedIn.pixy(
          ["login", other.issuer, "--client-id", "pixy", "--scope", "profile"], ["BROWSER": browser])
        try #require(login.status == 0, "\(login.errors)")
        // The second account is damaged. Its host has no other account.
        let files = try Self.files(signedIn.home).subtracting(before)
        try #require(!files.isEmpty)
        func damage(_ change: (inout [UInt8]) throws -> Void) throws {
          for file in files {
            var bytes = Array(try Data(contentsOf: URL(filePath: file)))
            try change(&bytes)
            try Data(bytes).write(to: URL(filePath: file))
          }
        }
        func get(_ address: String) async throws -> CommandTests.Outcome {
          let host = address.dropFirst("http://".count)
          return try await signedIn.pixy(["git-credential", "get"], input: "protocol=http\nhost=\(host)\n")
        }
        func looks() async throws {
          let healthy = try await get(signedIn.issuer)
          #expect(healthy.status == 0 && healthy.output.contains("password="), "\(healthy)")
          let unknown = try await get("http://127.0.0.1:1")
          #expect(unknown.status == 0 && unknown.output.isEmpty && unknown.errors.isEmpty, "\(unknown)")
          let docker = try await signedIn.pixy(["docker-credential", "get"], input: "registry.example")
          #expect(docker.output == "credentials not found in native keychain\n")
          #expect(try await signedIn.pixy(["docker-credential", "list"]).status == 0)
        }
        // First the sealed content is damaged, then the account's name too.
        try damage { bytes in
          var members = try #require(try JSONValue(bytes: bytes).object)
          let (name, sealed) = try #require(
            members.compactMap { name, value in value.string.map { (name, $0) } }.max { $0.1.count < $1.1.count })
          members[name] = .string((sealed.first == "A" ? "B" : "A") + sealed.dropFirst())
          bytes = JSONValue.object(members).bytes()
        }
        try await looks()
        let damaged = try await get(other.issuer)
        #expect(damaged.status == 1 && damaged.output.isEmpty && damaged.errors.contains("damaged"), "\(damaged)")
        try damage { bytes in bytes += [0x20] }
        try await looks()
      }
    }
  }

  /// Returns the files of the accounts.
  private static func files(_ home: Home) throws -> Set<String> {
    let folder = home.path + "/data/pixy/pixy-cli/tokens"
    return Set(
      try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }.filter {
        let type = try FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType
        return type == .typeRegular && !$0.contains("lock")
      })
  }

  @Test func `A git with authtype gets a bearer token with its expiry, never the refresh token`() async throws {
    try await SignedInHome.with { signedIn in
      let host = signedIn.issuer.dropFirst("http://".count)
      let asked =
        "capability[]=authtype\ncapability[]=state\nprotocol=http\nhost=\(host)\nwwwauth[]=Bearer realm=\"git\"\n"
      let outcome = try await signedIn.pixy(["git-credential", "get"], input: asked)
      let token = try await signedIn.token()
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(4) == ["capability[]=authtype", "authtype=Bearer", "credential=\(token)", "ephemeral=1"])
      #expect(lines.count == 5 && lines.last?.hasPrefix("password_expiry_utc=") == true)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      // Credentials that git stores for other helpers are ignored.
      let stored = try await signedIn.pixy(
        ["git-credential", "store"], input: asked + "credential=\(token)\noauth_refresh_token=x\n")
      #expect(stored.status == 0 && stored.output.isEmpty && stored.errors.isEmpty)
      #expect(try await signedIn.token() == token)
    }
  }

  @Test func `An account is chosen by user name, by account name, and for named hosts`() async throws {
    try await SignedInHome.with { signedIn in
      let host = signedIn.issuer.dropFirst("http://".count)
      let asked = "protocol=http\nhost=\(host)\n"
      let first = try await signedIn.token()
      let login = try await signedIn.pixy(
        ["login", signedIn.issuer, "--client-id", "pixy", "--scope", "profile", "--name", "second"])
      #expect(login.status == 0)
      let second = try await signedIn.token()
      func password(_ arguments: [String], _ input: String) async throws -> String? {
        let outcome = try await signedIn.pixy(["git-credential"] + arguments + ["get"], input: input)
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n").first { $0.hasPrefix("password=") }.map { String($0.dropFirst(9)) }
      }
      // The default account, set by `pixy switch` or the last sign-in.
      #expect(try await password([], asked) == second)
      #expect(try await password([], asked + "username=oauth2\n") == second)
      #expect(try await password([], asked + "username=second\n") == second)
      #expect(try await password([], asked + "username=grace\n") == nil)
      #expect(try await password(["--account", "ada"], asked) == first)
      let elsewhere = "protocol=https\nhost=git.example\n"
      #expect(try await password(["--account", "ada"], elsewhere) == nil)
      #expect(try await password(["--account", "ada", "--origin", "https://git.example"], elsewhere) == first)
      #expect(try await signedIn.pixy(["git-credential", "--origin", "https://git.example", "get"]).status == 64)
    }
  }

  @Test func `An ended session names the command, and git gets nothing`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.home.age()
      try await signedIn.change { $0.refreshToken = nil }
      let host = signedIn.issuer.dropFirst("http://".count)
      let outcome = try await signedIn.pixy(["git-credential", "get"], input: "protocol=http\nhost=\(host)\n")
      #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.errors.contains("pixy login \(signedIn.issuer)"))
    }
  }

  @Test func `After the server has ended the session, each later call names the command`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.change { $0.refreshToken = Secret("never-issued") }
      #expect(try await signedIn.pixy(["refresh"]).status == 4)
      let host = signedIn.issuer.dropFirst("http://".count)
      let command = "pixy login \(signedIn.issuer) --client-id pixy --scope"
      for (arguments, input) in [
        (["git-credential", "get"], "protocol=http\nhost=\(host)\n"),
        (["git-credential", "--account", "ada", "get"], "protocol=http\nhost=\(host)\n"),
        (["docker-credential", "get"], String(host)), (["token"], ""), (["token", "--account", "ada"], ""),
        (["status"], ""), (["status", "--account", "ada"], ""),
      ] {
        let outcome = try await signedIn.pixy(arguments, input: input)
        #expect(outcome.status == 4 && outcome.output.isEmpty, "\(arguments): \(outcome)")
        #expect(outcome.errors.contains(command), "\(arguments): \(outcome.errors)")
      }
      // Other hosts are other helpers' business, unless the user named an account.
      let elsewhere = "protocol=https\nhost=git.example\n"
      let silent = try await signedIn.pixy(["git-credential", "get"], input: elsewhere)
      #expect(silent.status == 0 && silent.output.isEmpty && silent.errors.isEmpty)
      let unknown = try await signedIn.pixy(["git-credential", "--account", "nobody", "get"], input: elsewhere)
      #expect(unknown.status == 4 && unknown.errors.contains("nobody"), "\(unknown.errors)")
      let another = try await signedIn.pixy(
        ["git-credential", "get"], input: "protocol=http\nhost=\(host)\nusername=grace\n")
      #expect(another.status == 0 && another.errors.isEmpty, "\(another)")
      let doctor = try await signedIn.pixy(["doctor"])
      #expect(doctor.status == 1 && doctor.output.contains("The session of ada@\(host) has ended."), "\(doctor)")
      // The user may forget it.
      let logout = try await signedIn.pixy(["logout", "ada", "--json"])
      #expect(logout.output.contains(#""deleted":true"#) && logout.output.contains(#""revoked":false"#), "\(logout)")
      #expect(logout.status == 0 && logout.errors.contains("had ended its session"), "\(logout.errors)")
      #expect(!(try await signedIn.pixy(["token", "--account", "ada"])).errors.contains("--scope"))
      #expect(try await signedIn.pixy(["doctor"]).output.contains("notice   accounts: No account is signed in."))
    }
  }

  @Test func `A rejected token that can't be refreshed stays, and git's user is told`() async throws {
    try await SignedInHome.with { signedIn in
      let token = try await signedIn.token()
      try await signedIn.change { $0.refreshToken = nil }
      let host = signedIn.issuer.dropFirst("http://".count)
      let outcome = try await signedIn.pixy(
        ["git-credential", "erase"], input: "protocol=http\nhost=\(host)\nusername=ada\npassword=\(token)\n")
      #expect(outcome.status == 0 && outcome.errors.contains("pixy login") && !outcome.errors.contains(token))
      #expect(try await signedIn.token() == token)
    }
  }

  @Test func `A link called git-credential-pixy is the helper`() async throws {
    try await SignedInHome.with { signedIn in
      let link = signedIn.home.path + "/git-credential-pixy"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Repository.pixy)
      let host = signedIn.issuer.dropFirst("http://".count)
      let outcome = try await Tools.run(
        link, ["get"], input: "protocol=http\nhost=\(host)\n", environment: signedIn.home.environment)
      #expect(outcome.status == 0 && outcome.output.hasPrefix("username=ada\npassword="), "\(outcome.errors)")
    }
  }
}

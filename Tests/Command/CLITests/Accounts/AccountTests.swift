import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import SystemPackage
import Testing
import TokenStorage

@testable import PixyAuth

/// The commands that store accounts, run one after the other as users and scripts do.
@Suite(.timeLimit(.minutes(60))) struct AccountTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  /// Runs `body` with a server, folders, and a signed-in user.
  private static func withLogin(
    _ options: [String] = [], _ body: (_ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      try await Home.with { home in
        let login = try await pixy(
          ["login", issuer.text, "--client-id", "pixy", "--scope", "profile email"] + options, home)
        #expect(login.status == 0 && login.output.isEmpty, "\(login.errors)")
        try await body(issuer.text, home)
      }
    }
  }

  private static func pixy(
    _ arguments: [String], _ home: Home, input: String = "", browser: String = browser
  ) async throws -> CommandTests.Outcome {
    try await CommandTests.pixy(
      arguments, input: input, environment: home.environment.merging(["BROWSER": browser]) { $1 })
  }

  private static func json(_ outcome: CommandTests.Outcome) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object)
  }

  // Other tools store no tokens, or have no usable store on a headless Linux machine.
  @Test func `A sign-in is stored, and every later command has its token until the sign-out`() async throws {
    try await Self.withLogin { issuer, home in
      let token = try await Self.pixy(["token"], home)
      #expect(token.status == 0 && token.errors.isEmpty)
      let text = token.output.dropLast()
      #expect(text.count == 40)
      let header = try await Self.pixy(["token", "--header"], home)
      #expect(header.output == "Authorization: Bearer \(text)\n")
      let json = try Self.json(try await Self.pixy(["token", "--json", "--account", "ada"], home))
      #expect(json["version"] == 1 && json["access_token"]?.string == String(text) && json["token_type"] == "Bearer")
      #expect(json["scope"] == "profile email")

      let status = try await Self.pixy(["status"], home)
      #expect(status.status == 0 && status.output.hasPrefix("* ada@127.0.0.1:"))
      // Two lines for an account, and nothing about the store.
      #expect(
        status.output.contains("\n    valid for 5") && status.output.contains("; scope profile email; client pixy, by ")
      )
      #expect(status.output.count { $0 == "\n" } == 2, "\(status.output)")
      #expect(!status.output.contains(text))
      let members = try Self.json(try await Self.pixy(["status", "--json"], home))
      let account = try #require(members["accounts"]?.array?.first?.object)
      #expect(account["state"] == "valid" && account["refreshable"] == true && account["subject"] == "user-1")

      let refreshed = try await Self.pixy(["refresh", "--token"], home)
      #expect(refreshed.status == 0 && refreshed.output.dropLast().count == 40 && refreshed.output != token.output)
      #expect(try await Self.pixy(["token"], home).output == refreshed.output)

      let logout = try await Self.pixy(["logout"], home)
      #expect(
        logout.status == 0 && logout.output.isEmpty && logout.errors.contains("the tokens were revoked at the server"))
      // Other tools exit with 0 although they failed, or report errors that don't name the fix.
      for command in [["token"], ["refresh"], ["logout"], ["status"], ["token", "--account", "ada"]] {
        let outcome = try await Self.pixy(command, home)
        #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.errors.contains("pixy login"), "\(command)")
      }
    }
  }

  @Test func `No file of the account is readable by other users or has the token in plain text`() async throws {
    try await Self.withLogin { _, home in
      let token = try await Self.pixy(["token"], home).output.dropLast()
      let files = try #require(FileManager.default.enumerator(atPath: home.path)).compactMap { $0 as? String }
      var count = 0
      for file in files {
        let path = home.path + "/" + file
        guard let data = FileManager.default.contents(atPath: path) else { continue }
        count += 1
        #expect(!String(decoding: data, as: UTF8.self).contains(token), "\(file)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        if !file.hasSuffix("current-account.json") { #expect(mode.map { $0 & 0o077 } == 0, "\(file)") }
      }
      #expect(count >= 3)
    }
  }

  // In other tools the first command after expiry fails and only a retry works, or two processes
  // refresh at the same time.
  @Test func `Twenty processes that need a token at expiry share one refresh`() async throws {
    try await Self.withLogin { _, home in
      let old = try await Self.pixy(["token"], home).output
      try await home.age()
      let tokens = try await withThrowingTaskGroup(of: CommandTests.Outcome.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await CommandTests.pixy(["token"], environment: home.environment, isOneOfMany: true)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(tokens.allSatisfy { $0.status == 0 && $0.errors.isEmpty })
      #expect(Set(tokens.map(\.output)).count == 1 && tokens.first?.output != old)
      // The family of refresh tokens is still valid, so none was used twice.
      #expect(try await Self.pixy(["refresh"], home).status == 0)
    }
  }

  @Test func `A token with too little time left is refreshed, up to the server's token lifetime`()
    async throws
  {
    try await Self.withLogin { _, home in
      let first = try await Self.pixy(["token"], home).output
      #expect(try await Self.pixy(["token", "--min-valid", "30m"], home).output == first)
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      var tokens = try #require(try await store.tokens(for: account))
      tokens.receivedAt = tokens.receivedAt.addingTimeInterval(-600)
      try await store.save(tokens, for: account)
      #expect(try await Self.pixy(["token", "--min-valid", "25m"], home).output == first)
      let second = try await Self.pixy(["token", "--min-valid", "55m"], home)
      #expect(second.status == 0 && second.output != first)
      // The server issues no tokens for a day.
      let day = try await Self.pixy(["token", "--min-valid", "1d"], home)
      #expect(day.status == 0 && day.output == second.output && day.errors.contains("only 1 hour,"), "\(day.errors)")
    }
  }

  // Other tools sign the user out at any error, even without a network.
  @Test func `An unreachable server costs no tokens, and an ended session names the command`() async throws {
    try await Home.with { home in
      try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
        _ = try await Self.pixy(["login", issuer.text, "--client-id", "pixy", "--scope", "profile"], home)
        try await home.age()
      }
      let away = try await Self.pixy(["token"], home)
      #expect(away.status == 5 && away.output.isEmpty)
      let status = try await Self.pixy(["status"], home)
      #expect(status.status == 0 && status.output.contains("refreshed at the next use"))
      let logout = try await Self.pixy(["logout"], home)
      #expect(logout.status == 5 && logout.errors.contains("but not revoked"))
      #expect(logout.errors.contains("the refresh token stays valid until the server ends it"), "\(logout.errors)")
      #expect(!logout.errors.contains("safe to try again"))
      #expect(try await Self.pixy(["status"], home).status == 4)
    }
    try await Self.withLogin { issuer, home in
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      var tokens = try #require(try await store.tokens(for: account))
      tokens.refreshToken = Secret("never-given")
      try await store.save(tokens, for: account)
      let outcome = try await Self.pixy(["refresh"], home)
      #expect(
        outcome.status == 4 && outcome.errors.contains("pixy login \(issuer) --client-id pixy --scope 'profile email'"))
      #expect(!outcome.errors.contains("never-given"))
    }
  }

  @Test func `A damaged account, choice or key affects nothing else, and a sign-in replaces it`() async throws {
    try await Self.withLogin { issuer, home in
      let folder = home.path + "/data/pixy/pixy-cli"
      let files = { try Set(FileManager.default.contentsOfDirectory(atPath: folder + "/tokens")) }
      let before = try files()
      let second = ["login", issuer, "--client-id", "pixy", "--scope", "profile", "--name", "second"]
      #expect(try await Self.pixy(second, home).status == 0)
      let file = folder + "/tokens/" + (try #require(try files().subtracting(before).first))
      #expect(try await Self.pixy(["switch", "ada"], home).status == 0)
      let token = try await Self.pixy(["token"], home).output
      try Data("damage".utf8).write(to: URL(filePath: file))
      #expect(try await Self.pixy(["token"], home).output == token)
      #expect(try await Self.pixy(["token", "--account", "ada"], home).output == token)
      let status = try await Self.pixy(["status"], home)
      #expect(status.status == 0 && status.output.contains("ada@") && status.errors.contains(file), "\(status)")
      let lost = try await Self.pixy(["token", "--account", "second"], home)
      #expect(lost.status == 1 && lost.errors.contains("damaged") && lost.errors.contains(file), "\(lost)")
      // Without a default account the damaged one may be meant.
      let current = folder + "/current-account.json"
      try FileManager.default.moveItem(atPath: current, toPath: current + ".away")
      let unclear = try await Self.pixy(["token"], home)
      #expect(unclear.status == 1 && unclear.output.isEmpty && unclear.errors.contains(file), "\(unclear)")
      try FileManager.default.moveItem(atPath: current + ".away", toPath: current)
      #expect(try await Self.pixy(second, home).status == 0)
      #expect(try await Self.pixy(["token", "--account", "second"], home).status == 0)
      // Without --name too: the account's name follows from the server's answer.
      try Data("damage".utf8).write(
        to: URL(filePath: folder + "/tokens/" + (try #require(before.first { $0.hasSuffix(".tokens") }))))
      let again = try await Self.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile email"], home)
      #expect(again.status == 0 && again.errors.contains("Stored as "), "\(again)")
      let renewed = try await Self.pixy(["token", "--account", "ada"], home)
      #expect(renewed.status == 0, "\(renewed)")

      try Data("damage".utf8).write(to: URL(filePath: folder + "/storage-choice.json"))
      #expect(try await Self.pixy(["token", "--account", "ada"], home).output == renewed.output)
      #expect(try await Self.pixy(second, home).status == 0)
      #expect(try Data(contentsOf: URL(filePath: folder + "/storage-choice.json")) != Data("damage".utf8))

      // Without the key nothing can be read or revoked, but the account can be removed.
      try FileManager.default.removeItem(atPath: home.path + "/config/pixy/pixy-cli/key/token-key")
      let unreadable = try await Self.pixy(["token"], home)
      #expect(unreadable.status == 1 && unreadable.errors.contains("remove the token store's folder"), "\(unreadable)")
      let logout = try await Self.pixy(["logout", "second"], home)
      #expect(logout.errors.contains("Signed out second@"), "\(logout)")
    }
  }

  // Otherwise a repeated `git push` acts as another user.
  @Test(arguments: ["logout", "invalid_grant"])
  func `When the default account ends, no command uses another one until the user chooses`(_ end: String) async throws {
    try await Self.withLogin { issuer, home in
      let login = ["login", issuer, "--client-id", "pixy", "--scope", "profile", "--name", "second"]
      #expect(try await Self.pixy(login, home).status == 0)
      if end == "logout" {
        let logout = try await Self.pixy(["logout"], home)
        #expect(logout.status == 0 && logout.errors.contains("pixy switch ACCOUNT"), "\(logout.errors)")
      } else {
        let store = try await home.store()
        let account = try #require(try await store.accounts().first { $0.name == "second" })
        var tokens = try #require(try await store.tokens(for: account))
        tokens.refreshToken = Secret("never-given")
        try await store.save(tokens, for: account)
        #expect(try await Self.pixy(["refresh"], home).status == 4)
      }
      let host = issuer.dropFirst("http://".count)
      for command in [
        ["token"], ["refresh"], ["whoami"], ["env"], ["logout"], ["request", "GET", issuer + "/userinfo"],
      ] {
        let outcome = try await Self.pixy(command, home)
        #expect(outcome.status == 4 && outcome.output.isEmpty, "\(command): \(outcome)")
        #expect(outcome.errors.contains("second@\(host), is no longer signed in"), "\(outcome.errors)")
        #expect(outcome.errors.contains("pixy switch ACCOUNT"), "\(outcome.errors)")
      }
      let git = try await CommandTests.pixy(
        ["git-credential", "get"], input: "protocol=http\nhost=\(host)\n\n", environment: home.environment)
      #expect(git.status == 4 && git.output.isEmpty, "\(git)")
      let status = try await Self.pixy(["status"], home)
      #expect(status.status == 4 && status.output.contains("ada"), "\(status)")
      #expect(status.errors.contains("second@\(host), is no longer signed in"), "\(status)")
      #expect(try await Self.pixy(["status", "--account", "ada"], home).status == 0)
      #expect(try await Self.pixy(["token", "--account", "ada"], home).status == 0)
      #expect(try await Self.pixy(["switch", "ada"], home).status == 0)
      #expect(try await Self.pixy(["token"], home).status == 0)
    }
  }

  @Test func `Accounts and profiles are separate, and an ambiguous choice is rejected with the names`() async throws {
    try await Self.withLogin { issuer, home in
      let login = ["login", issuer, "--client-id", "pixy", "--scope", "profile"]
      let signedIn = try await Self.pixy(login + ["--name", "second"], home)
      #expect(signedIn.status == 0 && signedIn.errors.contains(". Commands use this account from now on."))
      let second = try await Self.pixy(["token"], home).output
      #expect(try await Self.pixy(["token", "--account", "second"], home).output == second)
      let server = issuer.dropFirst("http://".count)
      let unclear = try await Self.pixy(["token", "--account", String(server)], home)
      #expect(unclear.status == 64 && unclear.errors.contains("ada@\(server), second@\(server)"))
      #expect(try await Self.pixy(["switch", "ada@\(server)"], home).status == 0)
      let first = try await Self.pixy(["token"], home).output
      #expect(first != second && first.count == 41)
      let named = try await CommandTests.pixy(
        ["token"], environment: home.environment.merging(["PIXY_ACCOUNT": "second"]) { $1 })
      #expect(named.output == second)
      #expect(try await Self.pixy(["switch", "nobody"], home).status == 4)

      #expect(try await Self.pixy(["logout", "second", "--account", "second"], home).status == 64)
      #expect(try await Self.pixy(["logout", "second"], home).errors.contains("Signed out second@"))
      #expect(try await Self.pixy(["token", "--account", "second"], home).status == 4)
      #expect(try await Self.pixy(["token"], home).output == first)

      #expect(try await Self.pixy(["token", "--profile", "work"], home).status == 4)
      #expect(try await Self.pixy(login + ["--profile", "work"], home).status == 0)
      let all = try await Self.pixy(["logout", "--all", "--json"], home)
      let out = try #require(try Self.json(all)["accounts"]?.array?.first?.object, "\(all)")
      #expect(all.status == 0 && out["name"] == "ada" && out["deleted"] == true && out["revoked"] == true)
      #expect(try await Self.pixy(["status"], home).status == 4)
      #expect(try await Self.pixy(["token", "--profile", "work"], home).status == 0)
      #expect(try await Self.pixy(["status", "--profile", "../work"], home).status == 64)
    }
  }

  @Test func `A second sign-in of the same user updates the account and keeps its name`() async throws {
    try await Self.withLogin { issuer, home in
      func names() async throws -> [String] { try await home.store().accounts().map(\.name) }
      let login = ["login", issuer, "--client-id", "pixy", "--token", "--scope"]
      #expect(try await names() == ["ada"])
      // With this scope the server returns another name of the same user.
      let second = try await Self.pixy(login + ["email"], home)
      #expect(second.status == 0 && second.errors.contains("Stored as ada@"), "\(second.errors)")
      #expect(try await names() == ["ada"])
      #expect(try await Self.pixy(["token"], home).output == second.output)
      // With an explicit name, a separate account is created.
      let named = try await Self.pixy(login + ["email", "--name", "mail"], home)
      #expect(named.errors.contains("Stored as mail@"))
      let third = try await Self.pixy(login + ["email"], home)
      #expect(third.errors.contains("Stored as ada@"))
      let usual = try await Self.pixy(login + ["profile"], home)
      #expect(usual.errors.contains("Stored as ada@"))
      #expect(try await names() == ["ada", "mail"])
    }
  }

  @Test func `Commands that only read create no store and choose none`() async throws {
    try await Home.with { home in
      for (command, status) in [
        (["status"], 4), (["status", "--account", "ada"], 4), (["token"], 4), (["refresh"], 4), (["logout"], 4),
        (["logout", "--all"], 0), (["whoami"], 4), (["switch", "ada"], 4),
        (["request", "GET", "https://a.example"], 4),
        (["docker-credential", "list"], 0), (["git-credential", "get"], 0), (["env"], 4), (["doctor"], 0),
      ] {
        let outcome = try await Self.pixy(command, home, input: "protocol=https\nhost=a.example\n")
        #expect(outcome.status == status, "\(command): \(outcome.errors)")
        #expect(status == 0 || outcome.errors.contains("pixy login"), "\(command)")
      }
      let json = try await Self.pixy(["status", "--json"], home)
      #expect(json.status == 4 && json.output == #"{"accounts":[],"version":1}"# + "\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
  }

  // Other tools open hundreds of browser tabs after a laptop wakes.
  @Test func `Commands that wake after the session has ended open no browser`() async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile"]).status == 0)
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let token = try #require(try await store.tokens(for: account)?.refreshToken)
      var form = FormParameters()
      form.append("client_id", "pixy")
      form.append("token", token.reveal())
      let revoked = await server.respond(
        to: HTTPRequest(
          method: .post, scheme: nil, authority: nil, path: "/revoke",
          headerFields: [.contentType: "application/x-www-form-urlencoded"]), body: Array(form.formEncoded().utf8))
      #expect(revoked.response.status == .ok)
      try await home.age()
      _ = server.paths
      let commands = [["token"], ["env"], ["whoami"], ["request", "GET", issuer + "/userinfo"], ["refresh"]]
      let outcomes = try await withThrowingTaskGroup(of: CommandTests.Outcome.self) { group in
        for command in commands + commands { group.addTask { try await home.pixy(beside: command) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        #expect(outcome.status != 0 && outcome.errors.contains("pixy login"), "\(outcome.errors)")
      }
      let paths = server.paths
      #expect(!paths.contains("/authorize") && paths.count { $0 == "/token" } == 1, "\(paths)")
    }
  }

  // Other tools run parallel sign-ins for one account, where one is enough for all.
  @Test func `Parallel sign-ins wait for the first and use its tokens`() async throws {
    try await WatchedServer.with { server, issuer, home in
      let gate = server.hold("/authorize")
      let waiting = Gate()
      let outcomes = try await withThrowingTaskGroup(of: CommandTests.Outcome.self) { group in
        for _ in 0..<5 {
          group.addTask {
            try await home.pixy(
              beside: ["login", issuer, "--client-id", "pixy", "--scope", "profile", "--json"],
              hearing: { if $0.contains("waiting for it") { waiting.arrive() } })
          }
        }
        // The first browser gets no page before all other commands have reported that they wait.
        await waiting.arrived(4)
        gate.open()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(server.paths.count { $0 == "/authorize" } == 1)
      var tokens: Set<String> = []
      for outcome in outcomes {
        let members = try Self.json(outcome)
        #expect(outcome.status == 0 && members["account"]?.object?["name"] == "ada" && members["client_id"] == "pixy")
        #expect(members["refresh_token"] != nil && members["expires_in"] != nil && members["scope"] == "profile")
        #expect(members["verified"] != nil && !members.keys.contains { $0.hasPrefix("pixy_") })
        tokens.insert(try #require(members["access_token"]?.string))
      }
      #expect(tokens.count == 1)
      #expect(outcomes.count { $0.errors.contains("Another pixy process has just signed in as ada") } == 4)
    }
  }

  @Test(arguments: [
    ["--name", "second"], ["--origin", "https://api.example.com"], ["--parameter", "prompt=login"], ["--refresh"],
  ])
  func `A sign-in with other parameters isn't shared`(_ further: [String]) async throws {
    try await WatchedServer.with { server, issuer, home in
      let gate = server.hold("/authorize")
      let login = ["login", issuer, "--client-id", "pixy", "--scope", "profile"]
      async let first = home.pixy(beside: login)
      async let second = home.pixy(beside: login + further)
      // Both sign-ins open a browser.
      await gate.arrived(2)
      gate.open()
      for outcome in [try await first, try await second] {
        #expect(outcome.status == 0 && !outcome.errors.contains("Another pixy"), "\(outcome.errors)")
      }
    }
  }

  @Test func `Tokens of a refresh don't count as the result of a failed sign-in`() async throws {
    try await WatchedServer.with { server, issuer, home in
      let login = ["login", issuer, "--client-id", "pixy", "--scope", "profile"]
      #expect(try await home.pixy(login).status == 0)
      let (gate, waiting, interrupt) = (server.hold("/authorize"), Gate(), Gate())
      async let first = home.pixy(beside: login, interruptedBy: interrupt)
      await gate.arrived()
      async let second = home.pixy(beside: login, hearing: { if $0.contains("waiting for it") { waiting.arrive() } })
      await waiting.arrived()
      #expect(try await home.pixy(["refresh"]).status == 0)
      interrupt.open()
      #expect(try await first.status == 130)
      // The second sign-in now has its own browser.
      await gate.arrived(2)
      gate.open()
      let outcome = try await second
      #expect(outcome.status == 0 && !outcome.errors.contains("Another pixy process has just"), "\(outcome.errors)")
    }
  }

  @Test func `A long scope is accepted`() async throws {
    let scope = (0..<40).map { "https://www.example.com/auth/scope-\($0)" }.joined(separator: " ")
    let outcome = try await CommandTests.pixy(["login", "http://127.0.0.1:1", "--client-id", "x", "--scope", scope])
    #expect(outcome.status == 5, "\(outcome.errors)")
  }

  // Other tools report errors that don't name the fix.
  @Test func `The command that exit status 4 names signs in to the same account again`() async throws {
    let name = ["--profile", "work", "--name", "it's me", "--dpop"]
    try await SignedInHome.with(
      scope: "openid profile",
      name + [
        "--origin", "https://api.example.com", "--parameter", "prompt=login", "--parameter", "x_token=hidden-value",
      ]
    ) { signedIn in
      try await signedIn.home.change(profile: "work") { $0.refreshToken = Secret("never-given") }
      let over = try await signedIn.pixy(["refresh", "--profile", "work"])
      let command = try #require(over.errors.split(separator: "Sign in: ").last).split(separator: "\n")[0]
      #expect(over.status == 4 && !over.errors.contains("hidden-value") && command.contains("x_token=VALUE"))
      let folder = Repository.pixy.split(separator: "/").dropLast().joined(separator: "/")
      let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
      let result = try await run(
        .path("/bin/sh"), arguments: ["-c", "PATH=/\(folder):$PATH; \(command)"],
        environment: .inherit.updating(signedIn.home.environment).updating(["BROWSER": browser, "DISPLAY": ""]),
        output: .discarded, error: .string(limit: 100_000))
      #expect(result.terminationStatus == .exited(0), "\(command)\n\(result.standardError)")
      let token = try await signedIn.pixy(["token", "--profile", "work", "--account", "it's me", "--json"])
      let members = try Self.json(token)
      #expect(token.status == 0 && members["token_type"] == "DPoP")
      let status = try Self.json(try await signedIn.pixy(["status", "--profile", "work", "--json"]))
      #expect(status["accounts"]?.array?.count == 1)
    }
  }

  @Test func `The command to sign in names a profile without accounts`() async throws {
    try await Home.with { home in
      let outcome = try await home.pixy(["token", "--profile", "work"])
      #expect(outcome.status == 4 && outcome.errors.contains("pixy login ISSUER --client-id ID --profile work"))
    }
  }

  @Test func `A sign-out whose trace can't be saved revokes and deletes nothing`() async throws {
    try await Self.withLogin { _, home in
      let token = try await home.pixy(["token"])
      let logout = try await home.pixy(["logout", "--trace-file", "/tmp"])
      #expect(logout.status == 64 && logout.output.isEmpty, "\(logout.errors)")
      #expect(try await home.pixy(["token"]).output == token.output)
    }
  }

  @Test func `A sign-out of another version's account reports that the tokens stay valid`() async throws {
    try await Self.withLogin { _, home in
      try await home.changeRecord { $0["version"] = 2 }
      let logout = try await home.pixy(["logout", "--all"])
      #expect(logout.status == 1 && logout.errors.contains("but not revoked"), "\(logout.errors)")
      #expect(try await home.store().accounts().isEmpty)
    }
  }

  @Test func `A name that can't be typed, or that no store accepts, is skipped for the next`() {
    let long: JSONValue = .string(String(repeating: "a", count: 513))
    #expect(
      SignInOutcome.name(in: ["preferred_username": "al\u{202e}ice", "email": "eve@example.com"]) == "eve@example.com")
    #expect(SignInOutcome.name(in: ["preferred_username": long, "login": "eve"]) == "eve")
    #expect(SignInOutcome.name(in: ["preferred_username": "al\u{7}ice"]) == nil)
    #expect(SignInOutcome.name(in: ["preferred_username": "ada"]) == "ada")
  }

  @Test func `A sign-in with --no-keep stores nothing, and leaves no tokens that nothing knows`() async throws {
    try await WatchedServer.with { server, issuer, home in
      let command = ["login", issuer, "--client-id", "pixy", "--scope", "profile", "--no-keep"]
      let login = try await Self.pixy(command + ["--token"], home)
      #expect(login.status == 0 && login.output.count == 41 && !login.errors.contains("Kept"))
      #expect(login.errors.contains("The refresh token is neither stored nor printed"), "\(login.errors)")
      #expect(!server.paths.contains("/revoke"))
      #expect(try await Self.pixy(command + ["--json"], home).status == 0)
      #expect(!server.paths.contains("/revoke"))
      let silent = try await Self.pixy(command, home)
      #expect(silent.status == 0 && silent.errors.contains("so they are revoked"), "\(silent.errors)")
      #expect(server.paths.contains("/revoke"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
  }
}

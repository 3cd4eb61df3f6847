import Foundation
import OAuthCore
import Subprocess
import Testing
import TokenStorage

@testable import PixyAccounts
@testable import PixyAuth
@testable import PixyConnection

/// Commands with accounts that were stored without a server.
@Suite(.timeLimit(.minutes(60))) struct StoredAccountTests {
  /// Runs `body` with the folders of a user who has accounts.
  private static func withAccounts(
    _ accounts: [(provider: String, name: String)], grant: AccountRecord.Grant = .code,
    _ body: (Home) async throws -> Void
  ) async throws {
    try await Home.with { home in
      let store = try await home.store()
      for account in accounts {
        var server = ServerChoice()
        server.issuer = "https://a.example"
        let record = AccountRecord(
          server: server, client: ClientChoice(id: "app"), grant: grant, scope: try Scope(["notes"]))
        let tokens = StoredTokens(
          accessToken: Secret("token-of-\(account.name)"), receivedAt: Date(), expiresIn: .seconds(3_600),
          additionalMembers: [AccountRecord.member: record.json])
        try await store.save(tokens, for: try Account(provider: account.provider, name: account.name))
      }
      try await body(home)
    }
  }

  @Test(arguments: [[], ["--offline"], ["--json"]])
  func `whoami says that a client has no user`(_ options: [String]) async throws {
    try await Self.withAccounts([("https://a.example app", "app")], grant: .clientCredentials) { home in
      let outcome = try await home.pixy(["whoami"] + options)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("app@a.example has no user") && !outcome.errors.contains("ign in"), "\(outcome)")
    }
  }

  @Test func `switch lists the accounts of an ambiguous name as commands that work`() async throws {
    try await Self.withAccounts([("https://a.example one", "ada"), ("https://a.example two", "ada")]) { home in
      let unclear = try await home.pixy(["switch", "ada"])
      #expect(unclear.status == 64 && unclear.output.isEmpty)
      for client in ["one", "two"] {
        #expect(unclear.errors.contains("pixy switch 'ada@https://a.example \(client)'"), "\(unclear.errors)")
        let chosen = try await home.pixy(["switch", "ada@https://a.example \(client)", "--json"])
        #expect(
          chosen.output
            == #"{"account":{"name":"ada","provider":"https://a.example \#(client)","server":"a.example"},"version":1}"#
            + "\n", "\(chosen)")
        #expect(try await home.pixy(["status"]).status == 0)
      }
    }
  }

  @Test func `A remedy for the default account isn't about an account of that name`() async throws {
    try await Self.withAccounts([("https://a.example app", "ada")]) { home in
      let outcome = try await home.pixy(["token", "--account", "default"])
      #expect(outcome.status == 4 && outcome.errors.contains("Leave the name out to use the default account."))
    }
  }

  @Test func `storage move lists the accounts as JSON`() async throws {
    try await Self.withAccounts([("https://a.example app", "ada")]) { home in
      let passphrase = home.path + "/passphrase"
      try Data("correct horse battery staple".utf8).write(to: URL(filePath: passphrase))
      let moved = try await home.pixy(
        ["storage", "move", "file-passphrase", "--json"], ["PIXY_PASSPHRASE_FILE": passphrase])
      let members = try #require(try JSONValue(bytes: Array(moved.output.utf8)).object, "\(moved)")
      #expect(moved.status == 0 && members["version"] == 1 && members["store"] == "file-passphrase")
      #expect(members["moved"]?.array?.first?.object?["name"] == "ada" && members["left"] == [])
    }
  }

  @Test func `While a move can't be finished every command uses the tokens and says so, and a move back ends it`()
    async throws
  {
    try await Self.withAccounts([("https://a.example app", "ada")]) { home in
      let folders = try UserFolders(
        app: "pixy-cli", environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"])
      // As after a move whose process died, when the destination can't be opened.
      try Data(#"{"version":1,"store":"file","moving_to":"file-passphrase"}"#.utf8).write(
        to: URL(filePath: folders.data + "/storage-choice.json"))
      let choice = try await home.pixy(["switch", "ada"])
      #expect(choice.status == 0 && choice.errors.contains("isn't finished"), "\(choice)")
      let status = try await home.pixy(["status"])
      #expect(status.status == 0 && status.output.contains("ada@a.example"), "\(status)")
      #expect(status.errors.contains("Moving the tokens to file-passphrase isn't finished."), "\(status)")
      #expect(status.errors.contains("`pixy storage move file` takes it back."), "\(status)")
      let stores = try await home.pixy(["storage"])
      #expect(stores.status == 0 && stores.output.contains("file-passphrase isn't finished"), "\(stores)")
      #expect(try await home.pixy(["storage", "--json"]).output.contains(#""moving_to":"file-passphrase""#))
      let doctor = try await home.pixy(["doctor"])
      #expect(doctor.status == 1 && doctor.output.contains("Or take it back: pixy storage move file"), "\(doctor)")

      // What it can't look into is reported.
      let back = try await home.pixy(["storage", "move", "file"])
      #expect(back.status == 1 && back.errors.contains("file-passphrase"), "\(back)")
      let after = try await home.pixy(["status"])
      #expect(after.status == 0 && !after.errors.contains("isn't finished"), "\(after)")
    }
  }

  @Test func `After a move back with a wrong passphrase the command names the move that gets the accounts`()
    async throws
  {
    try await Self.withAccounts([("https://a.example app", "ada")]) { home in
      func move(to store: String, _ passphrase: String) async throws -> CommandTests.Outcome {
        let file = home.path + "/passphrase"
        try Data(passphrase.utf8).write(to: URL(filePath: file))
        return try await home.pixy(["storage", "move", store], ["PIXY_PASSPHRASE_FILE": file])
      }
      let right = "correct horse battery staple"
      #expect(try await move(to: "file-passphrase", right).status == 0)
      // As after a move whose process died before it was finished.
      let folders = try UserFolders(
        app: "pixy-cli", environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"])
      try Data(#"{"version":1,"store":"file","moving_to":"file-passphrase"}"#.utf8).write(
        to: URL(filePath: folders.data + "/storage-choice.json"))
      let back = try await move(to: "file", "another passphrase altogether")
      #expect(back.status == 1 && back.errors.contains("file-passphrase still has what was not moved"), "\(back)")
      #expect(back.errors.contains("`pixy storage move file-passphrase` uses it again"), "\(back)")
      #expect(try await home.pixy(["status"]).status == 4)
      // The named commands.
      #expect(try await move(to: "file-passphrase", right).status == 0)
      let here = try await move(to: "file", right)
      #expect(here.status == 0 && !here.errors.contains("still has"), "\(here)")
      let status = try await home.pixy(["status"])
      #expect(status.status == 0 && status.output.contains("ada@a.example"), "\(status)")
    }
  }

  @Test func `Without a home folder the variables are named`() async throws {
    let outcome = try await CommandTests.pixy(
      ["status"], environment: ["HOME": nil, "XDG_DATA_HOME": nil, "XDG_CONFIG_HOME": nil])
    #expect(outcome.status == 1 && outcome.errors.contains("HOME is not set"), "\(outcome)")
    #expect(outcome.errors.contains("XDG_DATA_HOME") && !outcome.errors.contains("keyring"))
  }

  @Test(
    arguments: [
      (.fileWriteOutOfSpace, .full, "No space left"), (.fileWriteVolumeReadOnly, .readOnly, "Read-only"),
      (.fileWriteNoPermission, .readOnly, "Permission denied"), (.fileWriteUnknown, .failed, "cannot be written"),
    ] as [(CocoaError.Code, TokenStoreError.Kind, String)])
  func `A default account that can't be recorded is an error with its cause`(
    _ code: CocoaError.Code, _ kind: TokenStoreError.Kind, _ words: String
  ) {
    let error = CurrentAccountFile.failure(CocoaError(code), at: "/data/current-account.json")
    #expect(error.kind == kind && error.explanation.contains(words) && error.place == "/data/current-account.json")
  }

  @Test func `Accounts with the same name are told apart in status`() async throws {
    try await Self.withAccounts([
      ("https://a.example one", "ada"), ("https://a.example two", "ada"), ("https://a.example two", "eva"),
    ]) { home in
      let status = try await home.pixy(["status"])
      for name in ["ada@https://a.example one\n", "ada@https://a.example two\n", "eva@a.example\n"] {
        #expect(status.output.contains(name), "\(status)")
      }
    }
  }

  @Test func `A token is not called valid after the clock was set back`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var kept = StoredAccount(
      account: try Account(provider: "https://a.example app", name: "ada"),
      record: AccountRecord(server: ServerChoice(), client: ClientChoice(id: "app"), grant: .code, scope: .none),
      tokens: StoredTokens(
        accessToken: Secret("a"), refreshToken: Secret("r"), receivedAt: now.addingTimeInterval(3_600),
        expiresIn: .seconds(60)))
    // Its age is unknown, so the next command refreshes it.
    #expect(kept.state(at: now) == .renewable && !kept.isGood(for: .zero, at: now))
    kept = StoredAccount(
      account: kept.account, record: kept.record,
      tokens: StoredTokens(
        accessToken: Secret("a"), refreshToken: Secret("r"), receivedAt: now.addingTimeInterval(3),
        expiresIn: .seconds(60)))
    #expect(kept.state(at: now) == .valid)
  }

  @Test func `The name of another client's account at the same server is rejected before the sign-in`() async throws {
    try await Self.withAccounts([("https://a.example one", "work")]) { home in
      for command in ["login", "device"] {
        let outcome = try await home.pixy([command, "https://a.example", "--client-id", "two", "--name", "work"])
        #expect(outcome.status == 64 && outcome.errors.contains("work@https://a.example one"), "\(outcome)")
        #expect(outcome.errors.contains("Give another --name"), "\(outcome)")
      }
    }
  }

  @Test(arguments: [[], ["--all"], ["ada"]])
  func `An account whose key was replaced can be signed out`(_ choice: [String]) async throws {
    try await Self.withAccounts([("https://a.example app", "ada")]) { home in
      let key = home.path + "/config/pixy/pixy-cli/key/token-key"
      try Data((0..<32).map { $0 }).write(to: URL(filePath: key))
      let token = try await home.pixy(["token"])
      #expect(token.status == 1 && token.errors.contains("If it is lost"), "\(token)")
      let outcome = try await home.pixy(["logout"] + choice)
      #expect(outcome.errors.contains("Signed out ada@a.example: the tokens were deleted here"), "\(outcome)")
      #expect(try await home.pixy(["status"]).status == 4)
    }
  }

  @Test func `A damaged default account is named, and can be signed out`() async throws {
    try await Self.withAccounts([("https://a.example app", "ada"), ("https://a.example app", "eva")]) { home in
      #expect(try await home.pixy(["switch", "ada"]).status == 0)
      let folder = home.path + "/data/pixy/pixy-cli/tokens"
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tokens") }
      let store = try await home.store()
      let file = try #require(
        try files.first { name in
          try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).contains(#""ada""#)
        })
      try Data("damage".utf8).write(to: URL(filePath: "\(folder)/\(file)"))
      #expect(try await store.listing().accounts.map(\.name) == ["eva"])
      for command in [["token"], ["token", "--account", "ada"], ["status"], ["whoami"]] {
        let outcome = try await home.pixy(command)
        #expect(outcome.status == 1 && outcome.errors.contains("The account ada@a.example can't be read"), "\(outcome)")
      }
      let doctor = try await home.pixy(["doctor"])
      #expect(doctor.output.contains("The account ada@a.example can't be read"), "\(doctor)")
      let logout = try await home.pixy(["logout", "ada"])
      #expect(logout.errors.contains("Signed out ada@a.example"), "\(logout)")
      #expect(try await home.pixy(["status", "--account", "eva"]).status == 0)
    }
  }
}

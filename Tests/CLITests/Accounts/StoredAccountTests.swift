import Foundation
import OAuthCore
import Subprocess
import Testing
import TokenStorage

@testable import PixyAccounts
@testable import PixyCLI

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
}

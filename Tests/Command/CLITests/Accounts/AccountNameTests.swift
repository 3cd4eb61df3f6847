import Foundation
import OAuthCore
import Testing
import TokenStorage

@testable import PixyAccounts
@testable import PixyAuth
@testable import PixyConnection

/// Which account a sign-in stores, and what it says of the tokens that it replaces.
@Suite(.timeLimit(.minutes(60))) struct AccountNameTests {
  private static func login(_ issuer: String, _ scope: String, _ further: [String] = []) -> [String] {
    ["login", issuer, "--client-id", "pixy", "--scope", scope] + further
  }

  @Test func `A sign-in without a name leaves an account that was named as it is`() async throws {
    try await WatchedServer.with { _, issuer, home in
      let named = try await home.pixy(Self.login(issuer, "profile email", ["--name", "mail", "--token"]))
      #expect(named.status == 0 && named.errors.contains("Stored as mail@"), "\(named.errors)")
      let plain = try await home.pixy(Self.login(issuer, "profile"))
      #expect(plain.status == 0 && plain.errors.contains("Stored as ada@"), "\(plain.errors)")
      #expect(!plain.errors.contains("replace"), "\(plain.errors)")
      let mail = try await home.pixy(["token", "--account", "mail", "--json"])
      let members = try #require(try JSONValue(bytes: Array(mail.output.utf8)).object)
      #expect(members["scope"] == "profile email" && members["access_token"]?.string == String(named.output.dropLast()))
      #expect(try await home.store().accounts().map(\.name) == ["ada", "mail"])
    }
  }

  @Test func `A sign-in without a name whose name was given to an account gets another one, and keeps it`() async throws
  {
    try await WatchedServer.with { _, issuer, home in
      #expect(try await home.pixy(Self.login(issuer, "profile email", ["--name", "ada"])).status == 0)
      for _ in 0..<2 {
        let plain = try await home.pixy(Self.login(issuer, "profile"))
        #expect(plain.status == 0 && plain.errors.contains("Stored as user-1@"), "\(plain.errors)")
      }
      #expect(try await home.store().accounts().map(\.name) == ["ada", "user-1"])
    }
  }

  @Test func `A narrower sign-in says what it replaces and what is lost, before the browser and before it is stored`()
    async throws
  {
    try await WatchedServer.with { _, issuer, home in
      #expect(try await home.pixy(Self.login(issuer, "profile email")).status == 0)
      let narrow = try await home.pixy(Self.login(issuer, "profile"))
      let said = narrow.errors
      let host = issuer.dropFirst("http://".count)
      let notice = try #require(said.firstRange(of: "The tokens of ada@\(host) also have the scope email."), "\(said)")
      let browser = try #require(said.firstRange(of: "/authorize?"))
      let loss = try #require(
        said.firstRange(of: "These tokens replace those of ada@\(host), which also had the scope email."), "\(said)")
      let stored = try #require(said.firstRange(of: "Stored as ada@\(host), in place of its earlier tokens."))
      #expect(
        notice.upperBound < browser.lowerBound && browser.upperBound < loss.lowerBound
          && loss.upperBound < stored.lowerBound)
      #expect(said.contains("pixy login \(issuer) --client-id pixy --scope 'profile email'"), "\(said)")
      // The same scope again loses nothing.
      let same = try await home.pixy(Self.login(issuer, "profile"))
      #expect(same.status == 0 && !same.errors.contains("email"), "\(same.errors)")
      // A named account is narrowed only in words too.
      #expect(try await home.pixy(Self.login(issuer, "profile email", ["--name", "mail"])).status == 0)
      let named = try await home.pixy(Self.login(issuer, "profile", ["--name", "mail"]))
      #expect(named.errors.contains("The tokens of mail@\(host) also have the scope email."), "\(named.errors)")
      #expect(named.errors.contains("These tokens replace those of mail@\(host)"), "\(named.errors)")
    }
  }

  @Test func `A sign-in at an MCP server is named by the resource, and leaves the default account`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let host = issuer.dropFirst("http://".count)
      let login = try await home.pixy([
        "login", issuer, "--client-id", "app", "--scope", "openid profile", "--name", "work",
      ])
      #expect(login.status == 0, "\(login.errors)")
      for _ in 0..<2 {
        let resource = try await home.pixy(["login", issuer + "/a/mcp"])
        #expect(resource.status == 0 && resource.errors.contains("Stored as \(host)/a/mcp@"), "\(resource.errors)")
        #expect(resource.errors.contains("The default account stays the same"), "\(resource.errors)")
      }
      let status = try await home.pixy(["status"])
      #expect(status.status == 0 && status.output.contains("* work@\(host)\n"), "\(status)")
      #expect(status.output.contains("  \(host)/a/mcp@\(host)\n"), "\(status)")
      #expect(status.output.contains("; for \(issuer)/a/mcp\n"), "\(status)")
      let json = try await home.pixy(["status", "--json"])
      #expect(json.output.contains(#""resources":["\#(issuer)/a/mcp"]"#), "\(json)")
      #expect(try await home.pixy(["token", "--account", "\(host)/a/mcp"]).status == 0)
    }
  }

  @Test func `An MCP server's account can be typed by its host if no other account has it`() throws {
    let account = try Account(
      provider: "https://as.example for https://mcp.example/v1/mcp", name: "mcp.example/v1/mcp")
    let user = try Account(provider: "https://as.example app", name: "mcp.example/ada")
    #expect(AccountSelection("mcp.example", in: [account, user]) == .one(account))
    #expect(AccountSelection("mcp.exam", in: [account, user]) == .none)
    // The whole name wins.
    let root = try Account(provider: "https://as.example for https://mcp.example/", name: "mcp.example")
    #expect(AccountSelection("mcp.example", in: [account, root]) == .one(root))
    let other = try Account(provider: "https://as.example for https://mcp.example/v2", name: "mcp.example/v2")
    #expect(AccountSelection("mcp.example", in: [account, other]) == .several([account, other]))
  }

  @Test(arguments: [
    ("https://mcp.example.com/mcp", "mcp.example.com/mcp"), ("https://mcp.example.com/", "mcp.example.com"),
    ("https://mcp.example.com:8443/a/b?c=d", "mcp.example.com:8443/a/b"), ("urn:example:api", "urn:example:api"),
  ])
  func `A resource's account has its host and path as name`(_ resource: String, _ name: String) {
    var record = AccountRecord(server: ServerChoice(), client: ClientChoice(id: "app"), grant: .code, scope: .none)
    #expect(record.resourceName == nil && record.mayBeDefault)
    record.resources = [resource]
    #expect(record.resourceName == name && !record.mayBeDefault)
  }

  @Test func `switch without an account lists the accounts, and a misspelled account is named`() async throws {
    try await WatchedServer.with { _, issuer, home in
      let none = try await home.pixy(["switch"])
      #expect(none.status == 4 && none.output.isEmpty && none.errors.contains("pixy login ISSUER"), "\(none)")
      let host = issuer.dropFirst("http://".count)
      #expect(try await home.pixy(Self.login(issuer, "profile", ["--name", "second"])).status == 0)
      #expect(try await home.pixy(Self.login(issuer, "profile")).status == 0)
      let list = try await home.pixy(["switch"])
      #expect(list.status == 0 && list.output == "* ada@\(host)\n  second@\(host)\n", "\(list)")
      #expect(list.errors == "Set the default account: pixy switch ACCOUNT\n")
      let json = try await home.pixy(["switch", "--json"])
      let accounts = try #require(try JSONValue(bytes: Array(json.output.utf8)).object?["accounts"]?.array)
      #expect(accounts.map { $0.object?["current"] } == [true, false])
      for command in [
        ["switch", "secnod"], ["token", "--account", "secnod"], ["status", "--account", "secnod"],
        ["logout", "secnod"], ["request", "GET", issuer + "/userinfo", "--account", "secnod"],
      ] {
        let wrong = try await home.pixy(command)
        #expect(wrong.status == 4 && wrong.errors.contains("Did you mean second@\(host)?"), "\(command): \(wrong)")
      }
      let other = try await home.pixy(["switch", "nobody"])
      #expect(other.status == 4 && !other.errors.contains("Did you mean"), "\(other)")
    }
  }
}

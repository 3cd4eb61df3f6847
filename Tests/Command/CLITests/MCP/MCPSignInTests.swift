import Foundation
import OAuthCore
import OAuthTestSupport
import Subprocess
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyHelpers
@testable import PixyTerminal

/// The sign-ins that `pixy mcp` starts, and refreshes of many bridges, with real processes.
@Suite(.timeLimit(.minutes(60))) struct MCPSignInTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
  private static let initialized = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
  private static let list = #"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"# + "\n"
  private static let call = #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"x"}}"# + "\n"

  /// A browser that records each window that it opens.
  private struct CountedBrowser {
    let path: String
    private let record: String

    init(in home: Home) throws {
      let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
      path = home.path + "/browser"
      record = home.path + "/windows"
      try Data("#!/bin/sh\necho window >>'\(record)'\nexec '\(browser)' \"$1\"\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    /// The number of windows so far.
    var windows: Int {
      (try? String(contentsOfFile: record, encoding: .utf8))?.split(separator: "\n").count ?? 0
    }
  }

  /// Sends each bridge a request, all at the same time, and returns the answers.
  private func answers(to request: String, of bridges: [HostedBridge]) async throws -> [[String: JSONValue]] {
    for bridge in bridges { bridge.write(request) }
    var answers: [[String: JSONValue]] = []
    for bridge in bridges { answers.append(try #require(try await bridge.message(), "\(bridge.errors)")) }
    return answers
  }

  private func text(_ message: [String: JSONValue]) -> String {
    message["error"]?.object?["message"]?.string ?? ""
  }

  // Other bridges open one window for each process.
  @Test(arguments: [3, 20]) func `Bridges that start at once without an account open one window`(
    _ count: Int
  ) async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      let browser = try CountedBrowser(in: home)
      let bridges = (0..<count).map { _ in HostedBridge([url], in: home, ["BROWSER": browser.path]) }
      for answer in try await answers(to: Self.initialize, of: bridges) {
        #expect(answer["result"] != nil, "\(answer)")
      }
      for bridge in bridges { try await bridge.end() }
      #expect(browser.windows == 1)
      #expect(try await home.store().accounts().count == 1)
    }
  }

  @Test func `A sign-in goes on if its bridge is killed, and the others wait for it`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let gate = Gate()
      server.holdSignIns(at: gate)
      let browser = try CountedBrowser(in: home)
      let bridges = (0..<8).map { _ in HostedBridge([url], in: home, ["BROWSER": browser.path]) }
      for bridge in bridges { bridge.write(Self.initialize) }
      await gate.arrived()
      // The window is open, and one of these has started the sign-in most probably.
      for bridge in bridges.dropLast() { try await bridge.kill() }
      gate.open()
      let last = try #require(bridges.last)
      #expect(try await last.message()?["result"] != nil, "\(last.errors)")
      #expect(browser.windows == 1)
      try await last.end()
    }
  }

  // Hosts wait for the end of standard error.
  @Test func `A bridge that ends leaves standard error to its host, and its sign-in goes on`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let gate = Gate()
      server.holdSignIns(at: gate)
      let browser = try CountedBrowser(in: home)
      let bridge = HostedBridge([issuer + "/a/mcp"], in: home, ["BROWSER": browser.path])
      bridge.write(Self.initialize)
      await gate.arrived()
      // A sign-in that held standard error would end first, after five minutes and without an account.
      try await bridge.terminate()
      gate.open()
      let next = HostedBridge([issuer + "/a/mcp"], in: home, ["BROWSER": browser.path])
      #expect(try await next.answer(to: Self.initialize)["result"] != nil, "\(next.errors)")
      #expect(browser.windows == 1)
      try await next.end()
    }
  }

  // MCP's conformance suite 0.2.0-alpha.11: auth/metadata-var3, auth/scope-from-www-authenticate.
  @Test func `The challenge of the rejected request leads to the metadata, and names the scope`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      server.challengeOnlyPosts(scope: "email")
      let bridge = HostedBridge([url], in: home)
      #expect(try await bridge.answer(to: Self.initialize)["result"] != nil, "\(bridge.errors)")
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      #expect(try await store.tokens(for: account)?.scope?.tokens == ["email"])
      // Nothing is asked twice: neither the server, nor its authorization server.
      #expect(server.resourceReads == 1 && server.serverReads == 1)
      #expect(server.seen.allSatisfy { $0.method == "POST" && $0.rpc == "initialize" })
      try await bridge.end()
    }
  }

  @Test func `Without a rejected request, the server is asked with POST`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      server.challengeOnlyPosts(scope: "email")
      let discovery = try await home.pixy(["discover", url])
      #expect(discovery.status == 0 && discovery.output.contains("email"), "\(discovery)")
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      for isModern in [false, true] {
        if isModern { server.becomeModern() }
        let doctor = try await home.pixy(["mcp", "doctor", url])
        #expect(doctor.status == 0 && !doctor.output.contains("PROBLEM"), "\(doctor)")
        #expect(doctor.output.contains(isModern ? "2026-07-28" : "2025-11-25"), "\(doctor)")
      }
    }
  }

  // MCP's conformance suite 0.2.0-alpha.11, auth/scope-step-up, counts a made-up code as a failure of PKCE.
  @Test func `A client that the server has just accepted isn't tried with a made-up code`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let bridge = HostedBridge([url], in: home)
      #expect(try await bridge.answer(to: Self.initialize)["result"] != nil, "\(bridge.errors)")
      bridge.write(Self.initialized)
      #expect(try await bridge.answer(to: Self.call)["result"] != nil, "\(bridge.errors)")
      #expect(server.codes == 2)
      try await bridge.end()
    }
  }

  @Test func `A declined sign-in opens no other window, neither for requests nor for processes`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      let browser = try CountedBrowser(in: home)
      func bridge() -> HostedBridge { HostedBridge([url], in: home, ["BROWSER": browser.path, "DECISION": "deny"]) }
      let bridges = [bridge(), bridge(), bridge()]
      for _ in 1...2 {
        for answer in try await answers(to: Self.initialize, of: bridges) {
          #expect(text(answer).contains("pixy login \(url)"), "\(answer)")
          // The host shows no standard error to its user.
          #expect(text(answer).contains("A sign-in was tried and failed. "), "\(answer)")
          #expect(text(answer).contains("access_denied"), "\(answer)")
        }
      }
      let restarted = bridge()
      let said = text(try await restarted.answer(to: Self.initialize))
      #expect(said.contains("pixy login \(url)") && said.contains("access_denied"), "\(said)")
      #expect(browser.windows == 1)
      // The user signs in with the command of the error.
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      for bridge in bridges + [restarted] {
        #expect(try await bridge.answer(to: Self.initialize)["result"] != nil)
        try await bridge.end()
      }
    }
  }

  @Test func `Without a browser, and with --no-browser, the answer is an error at once`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      let browser = try CountedBrowser(in: home)
      for bridge in [
        HostedBridge([url, "--no-browser"], in: home, ["BROWSER": browser.path]),
        HostedBridge([url], in: home, ["BROWSER": "none"]),
      ] {
        #expect(text(try await bridge.answer(to: Self.initialize)).contains("pixy login \(url)"))
        try await bridge.end()
      }
      #expect(browser.windows == 0)
    }
  }

  @Test func `An ended session is renewed with the options of its sign-in`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", url, "--name", "work"])
      #expect(login.status == 0, "\(login.errors)")
      let browser = try CountedBrowser(in: home)
      let bridge = HostedBridge([url], in: home, ["BROWSER": browser.path])
      #expect(try await bridge.answer(to: Self.initialize)["result"] != nil)
      bridge.write(Self.initialized)
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      var tokens = try #require(try await store.tokens(for: account))
      tokens.refreshToken = nil
      try await store.save(tokens, for: account)
      server.refuseSeenTokens()
      let answer = try await bridge.answer(to: Self.list)
      #expect(answer["result"] != nil, "\(answer)")
      #expect(browser.windows == 1)
      #expect(try await store.accounts() == [account] && account.name == "work")
      try await bridge.end()
    }
  }

  @Test func `A missing scope is requested once for all bridges, with the granted ones`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      let browser = try CountedBrowser(in: home)
      let bridges = (0..<3).map { _ in HostedBridge([url], in: home, ["BROWSER": browser.path]) }
      _ = try await answers(to: Self.initialize, of: bridges)
      for bridge in bridges { bridge.write(Self.initialized) }
      for answer in try await answers(to: Self.call, of: bridges) { #expect(answer["result"] != nil, "\(answer)") }
      #expect(browser.windows == 1)
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let scope = try #require(try await store.tokens(for: account)?.scope).tokens
      #expect(Set(scope).isSuperset(of: ["profile", "email"]), "\(scope)")
      for bridge in bridges { try await bridge.end() }
    }
  }

  @Test func `A scope that isn't granted opens one window`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      server.demand(scope: "admin")
      let browser = try CountedBrowser(in: home)
      let bridge = HostedBridge([url], in: home, ["BROWSER": browser.path])
      #expect(try await bridge.answer(to: Self.initialize)["result"] != nil)
      bridge.write(Self.initialized)
      for _ in 1...3 {
        let answer = try await bridge.answer(to: Self.call)
        #expect(text(answer).contains("admin"), "\(answer)")
      }
      #expect(browser.windows <= 1)
      // The account still serves what it is for.
      #expect(try await bridge.answer(to: Self.list)["result"] != nil)
      try await bridge.end()
    }
  }

  // Other bridges lose a rotated refresh token in such a race, or if they are killed.
  @Test func `Twenty bridges refresh an expired token once, and kill -9 of most of them signs no user out`()
    async throws
  {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      try await home.age()
      let gate = Gate()
      server.holdRefreshes(at: gate)
      let browser = try CountedBrowser(in: home)
      let bridges = (0..<20).map { _ in HostedBridge([url], in: home, ["BROWSER": browser.path]) }
      for bridge in bridges { bridge.write(Self.initialize) }
      await gate.arrived()
      // The refresh is on its way, and one of these has started it most probably.
      for bridge in bridges.prefix(15) { try await bridge.kill() }
      gate.open()
      for bridge in bridges.dropFirst(15) {
        #expect(try await bridge.message()?["result"] != nil, "\(bridge.errors)")
        try await bridge.end()
      }
      #expect(server.refreshes.count == 1 && browser.windows == 0)
      try await home.age()
      #expect(try await home.pixy(["request", "POST", url, "--data", Self.list]).status == 0)
      #expect(server.refreshes.count == 2)
    }
  }

  @Test func `A bridge runs only sign-ins that need nothing but the browser`() throws {
    let words = [
      "login", "https://as.example", "--client-id", "it's mine", "--dpop", "--scope", "a b", "--profile", "x",
    ]
    let command = (["pixy"] + words).map(ShellWord.quoted).joined(separator: " ")
    #expect(BrowserLogin(command: command)?.arguments == words)
    for wrong in [
      "pixy login https://as.example --client-id x --client-secret-file FILE",
      "pixy login https://as.example --client-id x --parameter tenant=VALUE",
      "pixy login https://as.example --client-id x --grant device_code",
      "pixy login https://as.example --client-id x --callback-from-stdin", "pixy refresh", "login", "",
    ] { #expect(BrowserLogin(command: wrong) == nil) }
  }

  @Test func `A sign-in gets the challenge of the rejected request`() throws {
    let url = "https://mcp.example/mcp"
    let fields = [#"DPoP algs="ES256""#, #"DPoP resource_metadata="https://mcp.example/meta""#]
    let needed = SignInNeeded(.noAccountFor(try Endpoint(url)), command: "pixy login \(url)", challenge: fields)
    #expect(
      BrowserLogin(solving: needed, of: nil)?.arguments
        == ["login", url, "--challenge", fields[0], "--challenge", fields[1]])
    #expect(BrowserLogin(solving: needed, of: "ada") == nil)
  }

  @Test func `A run has at most three step-ups`() throws {
    var state = SignInState(isAllowed: true)
    let needed = try #require(BrowserLogin(command: "pixy login https://as.example", missing: ["a"]))
    for _ in 1...3 {
      #expect(state.allows(needed) && state.finish(needed, .signedIn))
    }
    let signIn = try #require(BrowserLogin(command: "pixy login https://as.example"))
    #expect(!state.allows(needed) && state.allows(signIn))
    #expect(!state.finish(signIn, .failed(nil)) && !state.allows(signIn))
    state.hasFailed = false
    #expect(!state.finish(signIn, .unreachable(nil)) && state.allows(signIn))
    #expect(!SignInState(isAllowed: false).allows(signIn))
  }
}

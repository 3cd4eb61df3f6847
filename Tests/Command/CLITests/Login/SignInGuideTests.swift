import ArgumentParser
import Foundation
import OAuthCore
import OAuthProviders
import OAuthServerHummingbird
import OAuthTestSupport
import PixyConnection
import Subprocess
import Synchronization
import Testing

@testable import PixyAuth

/// Sign-ins at a terminal whose command line names no server or no client.
@Suite(.timeLimit(.minutes(60))) struct SignInGuideTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  @Test func `pixy login asks for the server, and registers a client where the server offers it`() async throws {
    try await withAuthorizationServer(
      make: { issuer in try EmbeddedServer(issuer: issuer).faults }, logger: CommandTests.silent
    ) { issuer in
      let outcome = try await PseudoTerminal.running(
        ["login", "--token"], environment: ["CI": nil, "BROWSER": Self.browser], keepsOutputApart: true
      ) { terminal in
        try await terminal.wait(for: "Server: ")
        try terminal.type("\(issuer)\n")
        try await terminal.wait(for: "needs a client ID: the public name")
        try await terminal.wait(for: "pixy login \(issuer) --register")
        try await terminal.wait(for: "Client ID, or Return: ")
        try terminal.type("\n")
        try await terminal.wait(for: "Stored as ")
      }
      #expect(outcome.status == 0 && outcome.output.count == 41, "\(outcome)")
    }
  }

  @Test func `A client ID that is typed signs in, and no answer ends with the usual error`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(
        ["login", issuer.text, "--scope", "profile"], environment: ["CI": nil, "BROWSER": Self.browser]
      ) { terminal in
        try await terminal.wait(for: "Ask the server's operator for it")
        try await terminal.wait(for: "Client ID: ")
        try terminal.type("pixy\n")
        try await terminal.wait(for: "Stored as ")
      }
      #expect(outcome.status == 0, "\(outcome)")
      let silent = try await PseudoTerminal.running(["login", issuer.text], environment: ["CI": nil]) { terminal in
        try await terminal.wait(for: "Client ID: ")
        try terminal.type("\n")
        try await terminal.wait(for: "--client-file")
      }
      #expect(silent.status == 64, "\(silent)")
    }
    let interrupted = try await PseudoTerminal.running(["login", "github"], environment: ["CI": nil]) { terminal in
      try await terminal.wait(for: "Client ID: ")
      try terminal.interrupt()
      try await terminal.wait(for: "cancelled")
    }
    #expect(interrupted.status == 130 && interrupted.echoes, "\(interrupted)")
  }

  @Test func `In CI and without a terminal nothing is asked`() async throws {
    for command in [["login"], ["login", "github"], ["device", "github"]] {
      let outcome = try await PseudoTerminal.running(command, environment: ["CI": "true"]) { terminal in
        try await terminal.wait(for: "Give ")
      }
      #expect(outcome.status == 64 && !outcome.shown.contains("ID: "), "\(outcome)")
      let piped = try await CommandTests.pixy(command, environment: ["CI": nil])
      #expect(piped.status == 64 && piped.errors.hasPrefix("pixy: Give "), "\(piped)")
    }
  }

  private static let places: [ProviderName: String] = [
    .auth0: "example.eu.auth0.com", .okta: "example.okta.com", .keycloak: "https://login.example.com/realms/main",
  ]

  @Test(arguments: ProviderName.allCases)
  func `The guide of each provider says where its client ID and its redirect URI belong`(_ name: ProviderName)
    async throws
  {
    var command = try await LoginCommand.asyncParse(
      [name.rawValue, "--client-id", "x"] + (Self.places[name].map { ["--at", $0] } ?? []))
    command.client.clientID = nil
    let provider = try command.server.choice.provider()
    let said = Mutex("")
    let guide = SignInGuide(
      saying: { line in said.withLock { $0 += line + "\n" } }, asking: { $0 == "Client ID: " ? "my-client" : nil })
    let completed = try await command.completed(by: guide)
    let text = said.withLock { $0 }
    guard let kind = provider.redirects.loopbackKind else {
      // The usual error follows: no program on this machine can sign in there.
      return #expect(text.isEmpty && completed.client.clientID == nil)
    }
    #expect(text.contains("\(provider.name) needs a client ID") && text.contains(provider.clientID.place), "\(text)")
    #expect(text.contains(provider.redirects.place) && text.contains("pixy login \(name.rawValue)"), "\(text)")
    #expect(completed.client.clientID == "my-client")
    let isFixed = kind == .loopbackWithRegisteredPort || kind == .localhostWithRegisteredPort
    #expect(completed.browser.port == (isFixed ? 8414 : nil) && text.contains(isFixed ? ":8414/callback" : "/callback"))
    #expect(completed.client.clientSecretFile == (provider.clientSecret == .required ? "-" : nil))
  }
}

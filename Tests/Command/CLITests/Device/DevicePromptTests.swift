import Foundation
import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import Testing

@testable import PixyAuth

/// `pixy device` at a terminal, with a user who signs in on another device.
@Suite(.timeLimit(.minutes(60))) struct DevicePromptTests {
  /// Returns a server at which ada can sign in on a device.
  static func server(_ issuer: Issuer) throws -> AuthorizationServer {
    let scopes = try Scope(["profile"])
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes)
    configuration.features = [.deviceAuthorization]
    return AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "pixy", name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes,
          grants: [.authorizationCode, .refreshToken, .deviceCode])
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(subject: Subject(rawValue: "user-1"), username: "ada", name: "Ada Lovelace"),
          password: Secret("lovelace")
        )
      ]),
      pages: try MustachePages(), logger: CommandTests.silent)
  }

  /// Enters the code as the user on another device, and decides.
  private static func decide(_ decision: String, _ shown: String, at issuer: Issuer) async throws {
    let code = try #require(shown.firstMatch(of: /enter the code ([A-Z0-9-]+):/)).1
    var form = FormParameters()
    for (name, value) in [
      ("user_code", String(code)), ("username", "ada"), ("password", "lovelace"), ("decision", decision),
    ] { form.append(name, value) }
    var request = try Endpoint("\(issuer)/device").request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    _ = try await AsyncHTTPClientTransport().send(
      request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
  }

  @Test(arguments: [["device"], ["login", "--grant", "device_code"]])
  func `The remaining time is shown until the user has decided, and then erased`(_ command: [String])
    async throws
  {
    try await withAuthorizationServer(make: Self.server, logger: CommandTests.silent) { issuer in
      let outcome = try await PseudoTerminal.running(
        command + [issuer.text, "--client-id", "pixy", "--scope", "profile", "--token"], keepsOutputApart: true
      ) { terminal in
        try await terminal.wait(for: "Or scan this code with a phone:")
        try await terminal.wait(for: "Waiting (")
        try await terminal.wait(for: " left)")
        #expect(terminal.echoes)
        try await Self.decide("approve", terminal.shown, at: issuer)
        // The status line is erased before the next message.
        try await terminal.wait(for: "\r\u{1B}[KSigned in.")
      }
      #expect(outcome.status == 0 && outcome.output.count == 41 && outcome.echoes)
      #expect(!outcome.shown.contains(outcome.output.dropLast()))
    }
  }

  @Test func `A terminal that is too narrow for the QR code gets a sentence instead`() {
    let address = "https://login.example/device?user_code=ABCD-EFGH"
    let wide = DeviceInstructions.picture(of: address, width: 80)
    #expect(wide.contains("Or scan this code with a phone:") && wide.contains { $0.contains("▀") || $0.contains("▄") })
    let narrow = DeviceInstructions.picture(of: address, width: 24)
    #expect(narrow.count == 2 && narrow[1].hasPrefix("A QR code of this address needs a terminal of "))
  }

  @Test func `A refusal elsewhere ends the wait with 6, and Ctrl-C with 130`() async throws {
    try await withAuthorizationServer(make: Self.server, logger: CommandTests.silent) { issuer in
      let device = ["device", issuer.text, "--client-id", "pixy", "--scope", "profile"]
      let refused = try await PseudoTerminal.running(device) { terminal in
        try await terminal.wait(for: " left)")
        try await Self.decide("deny", terminal.shown, at: issuer)
        try await terminal.wait(for: "pixy:")
      }
      #expect(refused.status == 6, "\(refused.shown)")
      let interrupted = try await PseudoTerminal.running(device) { terminal in
        try await terminal.wait(for: " left)")
        try terminal.interrupt()
        try await terminal.wait(for: "cancelled")
      }
      #expect(interrupted.status == 130 && interrupted.echoes)
    }
  }

  @Test func `The remaining time needs a terminal that can rewrite a line`() async throws {
    try await withAuthorizationServer(make: Self.server, logger: CommandTests.silent) { issuer in
      let device = ["device", issuer.text, "--client-id", "pixy", "--scope", "profile"]
      let outcome = try await PseudoTerminal.running(device, environment: ["TERM": "dumb"]) { terminal in
        try await terminal.wait(for: "Waiting, for at most")
        try await Self.decide("approve", terminal.shown, at: issuer)
        try await terminal.wait(for: "Signed in.")
      }
      #expect(outcome.status == 0 && !outcome.shown.contains("\u{1B}") && !outcome.shown.contains("left)"))
    }
  }
}

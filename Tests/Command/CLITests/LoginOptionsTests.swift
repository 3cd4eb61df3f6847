import ArgumentParser
import Foundation
import OAuthCore
import OAuthServerHummingbird
import Subprocess
import SystemPackage
import Testing

@testable import PixyAuth

/// `pixy login` without a user and with its rarer options, as conformance tests and scripts run it.
@Suite(.timeLimit(.minutes(60))) struct LoginOptionsTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
  // Other tools offer no way to continue when the browser is on another machine.
  @Test func `The callback URL can be pasted, after others that are rejected`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      // The pipe is opened for reading and writing, so it waits for the browser instead of ending.
      let script = """
        mkfifo "$1/pipe" && echo 'http://127.0.0.1/callback?code=c&state=forged' > "$1/pipe" &
        while [ ! -p "$1/pipe" ]; do sleep 0.05; done
        CALLBACK_TO="$1/pipe" exec "$2" login "$3" --client-id pixy --scope profile --json --callback-from-stdin \
          --browser-command "$4" 0<>"$1/pipe"
        """
      let result = try await run(
        .name("sh"),
        arguments: ["-c", script, "sh", folder.path(), Repository.pixy, issuer.text, Self.browser],
        environment: .inherit.updating(["BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""])
          .updating(Home.shared.environment), input: .none,
        output: .string(limit: 1_000_000), error: .string(limit: 1_000_000))
      #expect(result.terminationStatus == .exited(0))
      #expect(result.standardError.contains("The state of the answer is not this sign-in's"))
      let members = try #require(try JSONValue(bytes: Array(result.standardOutput.utf8)).object)
      let verified = try #require(members["verified"]?.object)
      #expect(verified["state"] == true && verified["iss"] == true && verified["code_challenge_method"] == "S256")
      // No verification is reported that wasn't performed.
      #expect(verified["id_token"] == nil && verified["userinfo_sub"] == false && verified["pushed_request"] == false)
      #expect(members["userinfo"]?.object?["name"] == "Ada Lovelace")
    }
  }

  @Test func `The wait for standard input ends at the timeout, or if the input is too long`() async throws {
    let folder = try TemporaryFolder()
    // A pipe that is opened for reading and writing doesn't end.
    let script =
      #"mkfifo "$1" && exec 3<>"$1" && if [ "$4" ]; then head -c 65600 /dev/zero >&3 & fi; exec "$2" login "$3" "#
      + "--client-id pixy --callback-from-stdin --no-browser --timeout \"$5\" <&3"
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      for (writes, seconds, status, text) in [
        ("", "1", 7, "not finished in the browser"), ("yes", "120", 1, "longer than any response"),
      ] {
        let result = try await run(
          .name("sh"),
          arguments: [
            "-c", script, "sh", folder.path + "/pipe\(status)", Repository.pixy, issuer.text, writes, seconds,
          ],
          environment: .inherit.updating(Home.shared.environment), input: .none, output: .discarded,
          error: .string(limit: 100_000))
        #expect(result.terminationStatus == .exited(TerminationStatus.Code(status)), "\(result.standardError)")
        #expect(result.standardError.contains(text), "\(result.standardError)")
      }
    }
  }

  @Test func `Standard input that ends without an answer is a failure`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await CommandTests.pixy(
        ["login", issuer.text, "--client-id", "pixy", "--callback-from-stdin"],
        input: "\nhttp://127.0.0.1/other?code=c\nnonsense\n")
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("Standard input ended"))
    }
  }

  // Other tools exit with 0 although they failed.
  @Test(arguments: [
    (["--dpop"], 1, "not bound to the client's key"), (["--par"], 1, "no endpoint for pushed requests"),
    (["--response-mode", "jwt"], 1, "response mode"), (["--scope", "openid"], 6, "invalid_scope"),
  ])
  func `Features that the server lacks are reported, never silently omitted`(
    _ options: [String], _ status: Int, _ text: String
  ) async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let outcome = try await CommandTests.pixy(
        ["login", issuer.text, "--client-id", "pixy"] + options, environment: ["BROWSER": Self.browser])
      #expect(outcome.status == status && outcome.output.isEmpty)
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
  }

  @Test func `Missing registration and device endpoints are reported by name`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let register = try await CommandTests.pixy(
        ["login", issuer.text, "--register"], environment: ["BROWSER": Self.browser])
      #expect(register.status == 1 && register.errors.contains("registration_endpoint"))
      let device = try await CommandTests.pixy(["device", issuer.text, "--client-id", "pixy"])
      #expect(device.status == 1 && device.errors.contains("device_authorization_endpoint"))
      let introspect = try await CommandTests.pixy(
        ["introspect", issuer.text, "--client-id", "pixy"], input: "a-token")
      #expect(introspect.status == 6 && introspect.errors.contains("invalid_client"))
      #expect(!introspect.errors.contains("a-token"))
    }
  }

  @Test(arguments: [
    ["login", "https://a.example", "--client-id", "x", "--register"],
    ["login", "https://a.example", "--resource", "https://b.example"],
    ["login", "https://a.example", "--grant", "device_code", "--resource", "https://b.example"],
    ["login", "https://a.example", "--client-id", "x", "--client-auth", "client_secret_jwt"],
    ["login", "https://a.example", "--client-id", "x", "--client-auth", "private_key_jwt"],
    ["login", "https://a.example", "--client-id", "x", "--client-auth", "password"],
    ["login", "https://a.example", "--client-id", "x", "--response-mode", "carrier-pigeon"],
    ["login", "https://a.example", "--client-id", "x", "--signed-request"],
    ["login", "https://a.example", "--client-id", "x", "--client-key-file", "k", "--encrypted-request"],
    ["login", "https://a.example", "--client-id", "x", "--id-token-alg", "none"],
    ["login", "https://a.example", "--client-id", "x", "--certificate", "c.pem"],
    ["login", "https://a.example", "--client-id", "x", "--redirect-uri", "https://app.example/c"],
    ["login", "https://a.example", "--client-id", "x", "--redirect-uri", "http://localhost:8414"],
    ["login", "https://a.example", "--client-id", "x", "--redirect-uri", "http://localhost/c", "--port", "8414"],
    ["login", "https://a.example", "--client-id", "x", "--initial-access-token-file", "t"],
    ["login", "https://a.example", "--client-id", "x", "--member", "software_id=y"],
    ["login", "https://a.example", "--register", "--member", "scope=x"],
    ["login", "https://a.example", "--register", "--member", "no-value"],
    ["device", "https://a.example", "--resource", "https://b.example"],
    ["device", "https://a.example", "--client-id", "x", "--timeout", "60"],
    ["device", "https://a.example", "--client-id", "x", "--no-browser"],
    ["device", "https://a.example", "--client-id", "x", "--port", "8080"],
    ["device", "https://a.example", "--client-id", "x", "--grant", "client_credentials"],
    ["device", "https://a.example", "--client-id", "x", "--resource", "b"], ["introspect", "https://a.example"],
    ["revoke", "https://a.example"],
  ])
  func `Options that make no sense together exit with 64`(_ arguments: [String]) async throws {
    let outcome = try await CommandTests.pixy(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("pixy: "))
  }

  @Test(arguments: [
    ("api", false), ("/api", false), ("https://api.example/#a", false), ("https://api.example/v1", true),
    ("urn:example:api", true),
  ])
  func `A resource is an absolute URI without a fragment`(_ resource: String, _ isGood: Bool) async throws {
    let words = ["https://as.example", "--client-id", "app", "--resource", resource]
    guard !isGood else {
      await #expect(throws: Never.self) { try await LoginCommand.asyncParse(words) }
      return
    }
    let error = await #expect(throws: (any Error).self) { try await LoginCommand.asyncParse(words) }
    #expect(error.map { LoginCommand.message(for: $0) }?.contains("RFC 8707 §2") == true)
  }
}

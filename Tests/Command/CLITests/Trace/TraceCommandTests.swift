import Foundation
import OAuthCore
import OAuthServerHummingbird
import Subprocess
import TestSurroundings
import Testing

@testable import PixyCLI

/// `--trace` and `--trace-file` of the built command, and the output of `pixy explain`.
@Suite(.timeLimit(.minutes(60))) struct TraceCommandTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  // Other clients print tokens, codes, verifiers and request URLs.
  @Test func `A sign-in is traced without a secret, and explained offline`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/trace.json"
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let login = try await CommandTests.pixy(
        [
          "login", issuer.text, "--client-id", "service", "--client-secret-file", "-", "--scope", "profile",
          "--refresh",
          "--json", "--trace", "--trace-file", file, "--no-keep",
        ], input: "secret-of-the-service", environment: ["BROWSER": Self.browser])
      #expect(login.status == 0, "\(login.errors)")
      let saved = try String(contentsOfFile: file, encoding: .utf8)
      let members = try #require(try JSONValue(bytes: Array(login.output.utf8)).object)
      for name in ["access_token", "refresh_token"] {
        let secret = try #require(members[name]?.string)
        #expect(!saved.contains(secret) && !login.errors.contains(secret))
      }
      // The URL is shown, because the user has to open it. Its state isn't in the saved trace.
      let state = try #require(login.errors.firstMatch(of: /&state=([A-Za-z0-9_-]+)/)?.output.1)
      #expect(!saved.contains(state))
      let basic = Data("service:secret-of-the-service".utf8).base64EncodedString()
      for secret in ["secret-of-the-service", basic] {
        #expect(!saved.contains(secret) && !login.errors.contains(secret))
      }
      #expect(login.errors.contains("Token request: authorization code") && login.errors.contains("RFC 7636 §4.5"))

      let explained = try await CommandTests.pixy(["explain", file])
      #expect(explained.status == 0 && explained.errors.isEmpty)
      for text in [
        "Discovery", "The browser opens the authorization endpoint", "The browser returns",
        "Checked: state matches the request", "Checked: iss names the requested server", "Token request: refresh",
        "RFC 6749 §4.1.3", "Nothing unusual.",
      ] {
        #expect(explained.output.contains(text), "\(text)")
      }
      let checked = try await CommandTests.pixy(["explain", "--check", "-"], input: saved)
      #expect(checked.status == 0 && checked.output.isEmpty)
    }
  }

  @Test func `A refusal is in the trace and in its explanation`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/trace.json"
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let login = try await CommandTests.pixy(
        ["login", issuer.text, "--client-id", "pixy", "--trace-file", file],
        environment: ["BROWSER": Self.browser, "DECISION": "deny"])
      #expect(login.status == 6 && !login.errors.contains("1. Discovery"))
      let checked = try await CommandTests.pixy(["explain", "--check", file])
      #expect(checked.status == 1 && checked.output.contains("access_denied"), "\(checked.output)")
    }
  }

  @Test func `Other commands are traced too`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let revoke = try await CommandTests.pixy(
        ["revoke", issuer.text, "--client-id", "pixy", "--trace"], input: "a-token-that-nobody-knows-1234567890")
      #expect(revoke.status == 0 && revoke.output.isEmpty)
      #expect(revoke.errors.contains("Token revocation") && revoke.errors.contains("RFC 7009 §2"))
      #expect(!revoke.errors.contains("a-token-that-nobody-knows-1234567890"))
    }
  }

  @Test func `A trace that can't be saved is reported before anything is sent`() async throws {
    let outcome = try await CommandTests.pixy(
      ["revoke", "http://127.0.0.1:1", "--client-id", "x", "--trace-file", "/nowhere/at/all.json"], input: "t")
    #expect(outcome.status == 64 && outcome.errors.contains("/nowhere/at/all.json"))
  }

  @Test func `A missing file for a refresh is not reported as a refusal`() async throws {
    let folder = try TemporaryFolder()
    // As large as the machines' own file of authorities.
    let trusted = String(repeating: TestCertificates.authority + "\n", count: 400)
    let trust = try folder.file("authorities.pem", trusted)
    #expect(trusted.utf8.count > 200_000)
    try await SignedInHome.with(["--trust", trust]) { signedIn in
      let token = try await signedIn.token()
      for command in ["refresh", "token", "whoami"] {
        let traced = try await signedIn.pixy([command, "--trace-file", "/nowhere/at/all.json"])
        #expect(traced.status == 64 && traced.errors.contains("/nowhere/at/all.json"), "\(traced)")
        #expect(!traced.errors.contains("refused"))
      }
      try FileManager.default.removeItem(atPath: trust)
      let refreshed = try await signedIn.pixy(["refresh"])
      #expect(refreshed.status == 1 && refreshed.errors.contains("The certificate could not be read from \(trust)"))
      #expect(!refreshed.errors.contains("refused"))
      #expect(try await signedIn.token() == token)
    }
  }

  @Test func `A file that isn't a trace exits with 1, and so does an unreadable one`() async throws {
    let nonsense = try await CommandTests.pixy(["explain", "-"], input: "{}")
    #expect(nonsense.status == 1 && nonsense.output.isEmpty && nonsense.errors.contains("not a saved trace"))
    let missing = try await CommandTests.pixy(["explain", "/nowhere/at/all.json"])
    #expect(missing.status == 1 && missing.errors.contains("/nowhere/at/all.json"))
  }
}

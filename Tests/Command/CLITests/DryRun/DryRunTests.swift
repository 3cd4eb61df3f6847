import Foundation
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import Synchronization
import Testing
import TokenStorage

@testable import PixyConnection
@testable import PixyTerminal

@Suite(.timeLimit(.minutes(60))) struct DryRunTests {
  private static let quiet = Console(result: { _ in }, say: { _ in })

  @Test func `Only requests for published documents are sent`() async throws {
    let scripted = ScriptedTransport(.json([:]), .json([:]), .json([:]))
    let transport = DryRunTransport(scripted, curl: CurlOptions(), console: Self.quiet)
    func request(_ method: HTTPRequest.Method, _ fields: HTTPFields = [:]) -> HTTPRequest {
      var request = HTTPRequest(method: method, scheme: "https", authority: "a.example", path: "/x")
      request.headerFields = fields
      return request
    }
    _ = try await transport.send(request(.get), body: [], limits: HTTPLimits())
    for (request, body) in [
      (request(.post), []), (request(.put), []), (request(.delete), []), (request(.get), [UInt8(1)]),
      (request(.get, [.authorization: "Bearer t"]), []),
    ] {
      await #expect(throws: DryRunEnded.self) {
        try await transport.send(request, body: body, limits: HTTPLimits())
      }
    }
    #expect(scripted.exchanges.count == 1)
  }

  @Test func `A dry sign-in prints the address and the request that would redeem the code`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      // A browser would sign in, and the exit status would be the same. It must not be opened.
      let outcome = try await CommandTests.pixy(
        [
          "login", issuer.text, "--client-id", "it's", "--scope", "profile", "--parameter", "login_hint=a b",
          "--dry-run",
        ],
        environment: ["BROWSER": "false"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      for text in [
        "GET \(issuer)/authorize", "code_challenge_method", "POST \(issuer)/token", "RFC 7636 §4.5",
        "--data-urlencode code_verifier@code_verifier.txt", #"'client_id=it'\''s'"#, "login_hint",
      ] {
        #expect(outcome.output.contains(text), "\(text) in \(outcome.output)")
      }
      #expect(outcome.errors.contains("Nothing was sent") && !outcome.errors.contains("Open this address"))
    }
  }

  @Test func `A dry run of other commands prints their request`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let introspect = try await CommandTests.pixy(
        ["introspect", issuer.text, "--client-id", "pixy", "--dry-run"], input: "a-token-of-somebody-1234567890")
      #expect(introspect.status == 0 && introspect.output.contains("# Token introspection (RFC 7662 §2)"))
      #expect(!introspect.output.contains("a-token-of-somebody-1234567890"))
      let grant = try await CommandTests.pixy(
        [
          "login", issuer.text, "--client-id", "service", "--client-secret-file", "-", "--grant", "client_credentials",
          "--dry-run",
        ], input: "secret-of-the-service")
      #expect(grant.status == 0, "\(grant.errors)")
      #expect(grant.output.contains("# Token request: client credentials (RFC 6749 §4.4)"))
      #expect(!grant.output.contains("secret-of-the-service"))
    }
  }

  @Test func `A dry refresh prints the request and changes nothing`() async throws {
    try await SignedInHome.with { signedIn in
      let token = try await signedIn.token()
      let refreshToken = try #require(
        try await signedIn.home.store().tokens(for: signedIn.home.store().accounts()[0])?.refreshToken?.reveal())
      let refresh = try await signedIn.pixy(["refresh", "--dry-run"])
      #expect(refresh.status == 0 && refresh.errors.contains("Nothing was sent"), "\(refresh.errors)")
      for text in [
        "POST \(signedIn.issuer)/token", "RFC 6749 §6", "grant_type",
        "--data-urlencode refresh_token@refresh_token.txt",
      ] {
        #expect(refresh.output.contains(text), "\(text) in \(refresh.output)")
      }
      #expect(!refresh.output.contains(refreshToken) && !refresh.output.contains(token))

      let good = try await signedIn.pixy(["token", "--dry-run"])
      #expect(good.status == 0 && good.output.isEmpty && good.errors.contains("no request would be sent"))
      // Longer than a token's lifetime, of which nearly all must be left.
      let longer = try await signedIn.pixy(["token", "--dry-run", "--min-valid", "1d"])
      #expect(longer.output.isEmpty)
      #expect(try await signedIn.token() == token)
      try await signedIn.home.age()
      let ended = try await signedIn.pixy(["token", "--dry-run"])
      #expect(ended.status == 0 && ended.output == refresh.output)
      for command in [["token", "--json"], ["token", "--header"], ["refresh", "--token"], ["refresh", "--json"]] {
        #expect(try await signedIn.pixy(command + ["--dry-run"]).status == 64)
      }
      // The refresh token is unused.
      #expect(try await signedIn.token() != token)
    }
  }

  @Test func `Without a refresh token, a dry refresh names the account to sign in`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.change { $0.refreshToken = nil }
      let outcome = try await signedIn.pixy(["refresh", "--dry-run"])
      #expect(outcome.status == 4 && outcome.output.isEmpty && outcome.errors.contains("pixy login"))
    }
  }

  @Test func `A dry revocation leaves the token as it was`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let login = try await CommandTests.pixy(
        ["login", issuer.text, "--client-id", "pixy", "--scope", "profile", "--token", "--no-keep"],
        environment: ["BROWSER": browser])
      let token = String(login.output.dropLast())
      let revoke = ["revoke", issuer.text, "--client-id", "pixy"]
      let endpoint = try Endpoint(issuer.text + "/userinfo")
      func status() async throws -> Int {
        var request = endpoint.request(.get)
        request.headerFields[.authorization] = "Bearer \(token)"
        return try await AsyncHTTPClientTransport().send(request, body: [], limits: HTTPLimits()).response.status.code
      }
      #expect(try await CommandTests.pixy(revoke + ["--dry-run"], input: token).status == 0)
      #expect(try await status() == 200)
      #expect(try await CommandTests.pixy(revoke, input: token).status == 0)
      #expect(try await status() == 401)
    }
  }
}

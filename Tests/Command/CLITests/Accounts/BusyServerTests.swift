import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

/// Servers that are busy, and refusals in words of their own.
@Suite(.timeLimit(.minutes(60))) struct BusyServerTests {
  private static let login = ["--client-id", "pixy", "--scope", "profile"]

  /// What busy servers, proxies and networks with a sign-in page of their own answer.
  private static func answers() -> [HTTPAnswer] {
    var limited = HTTPAnswer.json(["error": "invalid_client"], status: .tooManyRequests)
    limited.response.headerFields[.retryAfter] = "90"
    return [
      .json(["error": "temporarily_unavailable"], status: .serviceUnavailable),
      .json(["error": "server_error"], status: .badRequest),
      .text("<html>", status: .tooManyRequests, contentType: "text/html"), limited,
    ]
  }

  @Test func `A sign-in, a grant and a registration at a busy server can be tried later`() async throws {
    for answer in Self.answers() {
      try await WatchedServer.with { server, issuer, home in
        server.answer("/token", with: answer)
        server.answer("/register", with: answer)
        for words in [
          ["login", issuer] + Self.login,
          ["login", issuer, "--client-id", "pixy", "--grant", "client_credentials", "--no-keep"],
          ["login", issuer, "--register", "--registration-endpoint", issuer + "/register", "--scope", "profile"],
        ] {
          let outcome = try await home.pixy(words)
          #expect([5, 7].contains(outcome.status) && !outcome.errors.contains("registration's"), "\(words) \(outcome)")
          #expect(outcome.errors.contains("Try again"), "\(words) \(outcome.errors)")
        }
      }
    }
  }

  @Test func `A refresh at a busy server, or behind a network's sign-in page, can be tried later`() async throws {
    var redirect = HTTPAnswer.text("", status: .found, contentType: "text/html")
    redirect.response.headerFields[.location] = "http://portal.example/"
    for answer in Self.answers() + [redirect, .text("<html>", contentType: "text/html")] {
      try await WatchedServer.with { server, issuer, home in
        #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
        try await home.age()
        server.answer("/token", with: answer)
        let outcome = try await home.pixy(["token"])
        #expect([5, 7].contains(outcome.status) && outcome.output.isEmpty, "\(outcome)")
      }
    }
  }

  @Test func `A discovery that is redirected can be tried later`() async throws {
    try await WatchedServer.with { server, issuer, home in
      var redirect = HTTPAnswer.text("", status: .found, contentType: "text/html")
      redirect.response.headerFields[.location] = "http://portal.example/"
      for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
        server.answer(path, with: redirect)
      }
      for words in [["login", issuer] + Self.login, ["discover", issuer]] {
        let outcome = try await home.pixy(words)
        #expect([5, 7].contains(outcome.status), "\(words) \(outcome)")
      }
    }
  }

  @Test func `A refresh that is refused in the server's own words shows them, and names pixy login`() async throws {
    let answers: [(HTTPAnswer, String)] = [
      (
        .json(
          ["code": 400, "error_code": "refresh_token_not_found", "msg": "Invalid Refresh Token: Not Found"],
          status: .badRequest), "Invalid Refresh Token: Not Found (refresh_token_not_found)."
      ),
      (.json(["error": ["code": "E7", "message": "The token is dead."]], status: .unauthorized), "The token is dead"),
      // obot-platform/obot, issue 7501.
      (
        .json(
          ["error": "invalid_request", "error_description": "Obot: refresh_token is invalid"], status: .badRequest),
        "invalid_request: Obot: refresh_token is invalid."
      ),
    ]
    for (answer, words) in answers {
      try await WatchedServer.with { server, issuer, home in
        #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
        try await home.age()
        server.answer("/token", with: answer)
        let outcome = try await home.pixy(["token"])
        #expect(outcome.status == 6 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("sign in again: pixy login \(issuer) --client-id pixy"), "\(outcome.errors)")
      }
    }
  }

  @Test func `A server that has to show its pages before a refresh needs a sign-in, and the account stays`()
    async throws
  {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      let words = "AADSTS50076: You must use multi-factor authentication."
      server.answer(
        "/token",
        with: .json(["error": "interaction_required", "error_description": .string(words)], status: .badRequest))
      let outcome = try await home.pixy(["token"])
      #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(words) && outcome.errors.contains("Sign in: pixy login \(issuer)"), "\(outcome)")
      #expect(try await home.store().accounts().count == 1)
    }
  }

  // NousResearch/hermes-agent, issue 109852; punkpeye/mcp-remote, issues 234 and 299.
  @Test func `A client that a sign-in registered and the server forgot needs a sign-in`() async throws {
    try await WatchedServer.with { server, issuer, home in
      server.answer(
        "/register", with: .json(["client_id": "pixy", "token_endpoint_auth_method": "none"], status: .created))
      let login = [
        "login", issuer, "--register", "--registration-endpoint", issuer + "/register", "--scope", "profile",
      ]
      let first = try await home.pixy(login)
      #expect(first.status == 0, "\(first.errors)")
      try await home.age()
      server.answer("/token", with: .json(["error": "invalid_client"], status: .unauthorized))
      let outcome = try await home.pixy(["token"])
      #expect(outcome.status == 4, "\(outcome)")
      #expect(outcome.errors.contains("invalid_client") && outcome.errors.contains("Sign in: pixy login \(issuer)"))
      #expect(outcome.errors.contains("--register"), "\(outcome.errors)")
    }
  }

  @Test func `A rejected client is explained once`() async throws {
    try await WatchedServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      server.answer("/token", with: .json(["error": "invalid_client"], status: .unauthorized))
      let outcome = try await home.pixy(["token"])
      #expect(outcome.status == 6, "\(outcome)")
      #expect(outcome.errors.count(where: { $0 == "`" }) == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("`pixy login --client-"), "\(outcome.errors)")
    }
  }
}

import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import PixyCLI

/// Sign-ins and refreshes whose answers are incomplete or wrong: what is kept, and what is revoked.
@Suite(.timeLimit(.minutes(60))) struct KeptSignInTests {
  private static let login = ["--client-id", EmbeddedServer.clientID, "--scope", "openid profile"]

  private static func with(
    _ body: (_ server: WatchedServer, _ faults: FaultyServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    let made = Kept<FaultyServer>()
    try await WatchedServer.with { issuer in
      let faults = try EmbeddedServer(issuer: issuer).faults
      made.value = faults
      return faults
    } _: { server, issuer, home in
      try await body(server, try #require(made.value), issuer, home)
    }
  }

  // The code is spent: a sign-in that is thrown away leaves a refresh token that no program knows.
  @Test(arguments: [
    HTTPAnswer(HTTPResponse(status: .serviceUnavailable)), HTTPAnswer(HTTPResponse(status: .unauthorized)),
    .text("<html>", contentType: "text/html"), .json([:]),
  ])
  func `A sign-in with a verified ID token is kept although UserInfo fails`(_ answer: HTTPAnswer) async throws {
    try await Self.with { server, _, issuer, home in
      server.answer("/userinfo", with: answer)
      let login = try await home.pixy(["login", issuer] + Self.login)
      #expect(login.status == 0 && login.errors.contains("The profile could not be read: "), "\(login.errors)")
      #expect(!server.paths.contains("/revoke"))
      #expect(try await home.pixy(["token"]).status == 0)
    }
  }

  @Test func `A sign-in whose UserInfo is about another user fails, and its tokens are revoked`() async throws {
    try await Self.with { server, _, issuer, home in
      server.answer("/userinfo", with: .json(["sub": "another-user"]))
      let login = try await home.pixy(["login", issuer] + Self.login)
      #expect(login.status == 1 && login.errors.contains("about another user"), "\(login.errors)")
      #expect(server.paths.last == "/revoke")
      #expect(try await home.pixy(["token"]).status == 4)
    }
  }

  @Test(arguments: [["token"], ["refresh"]])
  func `A refresh for another user prints nothing and keeps the new refresh token`(_ command: [String]) async throws {
    try await Self.with { server, faults, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      faults.misbehave(.wrongSubject)
      let outcome = try await home.pixy(command)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("another sub"), "\(outcome.errors)")
      #expect(faults.outstanding.isEmpty)
      // The old refresh token is spent: only the new one gives tokens.
      let next = try await home.pixy(["refresh"])
      #expect(next.status == 0, "\(next.errors)")
    }
  }
}

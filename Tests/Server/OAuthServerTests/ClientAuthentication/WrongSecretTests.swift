import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Wrong secrets of clients: an attacker's guesses are visible and limited.
@Suite struct WrongSecretTests {
  private static let address = ClientAddress("203.0.113.7")

  /// The status of a token request with a secret.
  private static func status(
    _ test: TestServer, _ secret: String, client: String = "web", from address: ClientAddress? = address
  ) async -> Int {
    let form = TestServer.form([
      ("grant_type", "authorization_code"), ("code", "unknown"), ("redirect_uri", TestServer.redirect),
      ("code_verifier", String(repeating: "v", count: 43)), ("client_id", client), ("client_secret", secret),
    ])
    return await test.post("/token", form, from: address).status
  }

  @Test(.covers("attack: secrets of clients"))
  func `After thirty wrong secrets in a minute, no secret from that address is compared`() async throws {
    let test = try TestServer()
    for _ in 0..<30 { #expect(await Self.status(test, "wrong") == 401) }
    // The right secret isn't compared either, otherwise guessing would go on.
    for secret in ["wrong", TestServer.clientSecret] { #expect(await Self.status(test, secret) == 429) }
    #expect(await Self.status(test, TestServer.clientSecret, from: ClientAddress("198.51.100.1")) == 400)
    #expect(await Self.status(test, TestServer.clientSecret, client: "old") == 400)
    #expect(await Self.status(test, TestServer.clientSecret, from: nil) == 400)
    test.clock.advance(by: .seconds(60))
    #expect(await Self.status(test, TestServer.clientSecret) == 400)
  }

  @Test func `Right secrets aren't counted, and unknown clients are counted together`() async throws {
    let test = try TestServer()
    for _ in 0..<50 { #expect(await Self.status(test, TestServer.clientSecret) == 400) }
    for number in 0..<30 { #expect(await Self.status(test, "s", client: "invented-\(number)") == 401) }
    #expect(await Self.status(test, "s", client: "invented-30") == 429)
    #expect(await Self.status(test, TestServer.clientSecret) == 400)
  }

  // An application's configuration can't be changed at the same moment as the server's.
  @Test func `A former secret is accepted until its time is over, beside the current one`() async throws {
    let former = FormerSecret(
      hash: SecretHash(of: Secret("the-secret-before-this-one")), validUntil: ManualClock().now.addingTimeInterval(60))
    let test = try TestServer(asking: [try TestServer.asking("web") { $0.formerSecret = former }])
    #expect(await Self.status(test, TestServer.clientSecret) == 400)
    #expect(await Self.status(test, "the-secret-before-this-one") == 400)
    test.clock.advance(by: .seconds(60))
    #expect(await Self.status(test, TestServer.clientSecret) == 400)
    #expect(await Self.status(test, "the-secret-before-this-one") == 401)
  }

  @Test(.covers("attack: secrets of clients"))
  func `Each wrong secret is logged with its client, and without the secret`() async throws {
    let test = try TestServer()
    _ = await Self.status(test, "wrong-secret-1")
    _ = await Self.status(test, "wrong-secret-2", client: "invented")
    let records = test.log.records.filter { $0.hasPrefix("notice") && $0.contains("secret") }
    #expect(records.count == 2 && records.first?.contains("web") == true)
    // For the operator who looks for the sender.
    #expect(records.allSatisfy { $0.contains("203.0.113.7") && $0.contains("token") })
    #expect(!test.log.records.contains { $0.contains("wrong-secret") || $0.contains("invented") })
  }
}

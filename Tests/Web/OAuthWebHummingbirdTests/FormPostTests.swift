import Evidence
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

/// Callbacks that a provider's page posts (Form Post Response Mode §2), as Apple's does.
@Suite("A posted callback", .covers("Form Post §2, web")) struct FormPostTests {
  private let site: TestSite
  private let key: SigningKey

  init() throws {
    site = try TestSite()
    key = try SigningKey.generate(.rs256, keyID: "apple")
  }

  /// The application at a provider like Apple, whose ID token has this nonce.
  private func instance(nonce: Box, _ sessions: SessionStorage? = nil) throws -> WebSignIn {
    let transport = AnsweringTransport { [site, key] path in
      guard path == "/auth/token" else {
        return .json(["keys": .array([key.verificationKey.publicJWK ?? .null])])
      }
      let now = Int64(site.clock.now.timeIntervalSince1970)
      let idToken = try key.sign([
        "iss": "https://appleid.apple.com", "aud": "com.example.web", "sub": "apple-user", "iat": .integer(now),
        "exp": .integer(now + 600), "nonce": .string(nonce.value), "email": "ada@example.com",
      ])
      return .json([
        "access_token": "the-access-token", "token_type": "Bearer", "expires_in": 3600,
        "id_token": .string(idToken.reveal()),
      ])
    }
    let client = ProviderClient(
      .apple, id: "com.example.web", secret: Secret("the-client-secret"), through: transport,
      clock: site.clock.wallClock)
    guard let sessions else { return try site.instance(clients: [client]) }
    return try site.instance(sessions, clients: [client])
  }

  /// Begins a sign-in, and returns the form that Apple's page posts.
  private func form(_ browser: TestBrowser, at client: any TestClientProtocol, nonce: Box) async throws
    -> [String: String]
  {
    let begun = try await browser.open("/sign-in/apple?return=/private", at: client)
    let location = try #require(begun.headers[.location])
    let query = try FormParameters(decoding: String(location.drop { $0 != "?" }.dropFirst()))
    #expect(try query.single("response_mode") == "form_post")
    let cookie = try #require(begun.headers[.setCookie])
    #expect(cookie.contains("SameSite=None; Secure"))
    let sent = try #require(try query.single("nonce"))
    nonce.value = sent
    return [
      "state": try query.single("state") ?? "", "code": "the-code",
      "user": #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"ada@example.com"}"#,
    ]
  }

  /// The fields of a request that a page of another site posts.
  private static let foreign: HTTPFields = [.origin: "https://appleid.apple.com", .secFetchSite: "cross-site"]

  // Apple has no endpoint that would return them later.
  @Test func `keeps Apple's name and mail with a store`() async throws {
    let nonce = Box()
    try await site.run(try instance(nonce: nonce, .store(MemorySessionStore()))) { client in
      let browser = TestBrowser()
      let form = try await form(browser, at: client, nonce: nonce)
      _ = try await browser.post("/callback/apple", form, at: client, Self.foreign)
      #expect(try await browser.open("/api/profile", at: client).text == "Ada Lovelace")
      #expect(try await browser.open("/api/mail", at: client).text == "ada@example.com")
    }
  }

  @Test func `completes a sign-in, with the name that comes only the first time`() async throws {
    let nonce = Box()
    try await site.run(try instance(nonce: nonce)) { client in
      let browser = TestBrowser()
      let form = try await form(browser, at: client, nonce: nonce)
      let answer = try await browser.post("/callback/apple", form, at: client, Self.foreign)
      #expect(answer.path == "/private")
      #expect(try await browser.open("/private", at: client).text == "apple-user")
      #expect(try await browser.open("/", at: client).text == "Ada Lovelace")
      #expect(browser.cookies.count == 1)
    }
  }

  @Test func `of another sign-in, or without its cookie, is rejected`() async throws {
    let nonce = Box()
    try await site.run(try instance(nonce: nonce)) { client in
      let attacker = TestBrowser(), victim = TestBrowser()
      let form = try await form(attacker, at: client, nonce: nonce)
      _ = try await victim.open("/sign-in/apple", at: client)
      for browser in [TestBrowser(), victim] {
        let answer = try await browser.post("/callback/apple", form, at: client, Self.foreign)
        #expect(answer.status == .badRequest && browser.session == nil)
      }
      // An answer in the address doesn't belong to a sign-in that asked for a form.
      let query = form.map { "\($0)=\($1 == "the-code" ? $1 : $1.filter(\.isLetter))" }.joined(separator: "&")
      #expect(try await attacker.open("/callback/apple?\(query)", at: client).status == .badRequest)
    }
  }

  @Test func `that is too long, or no form, is rejected`() async throws {
    let nonce = Box()
    try await site.run(try instance(nonce: nonce)) { client in
      let browser = TestBrowser()
      var form = try await form(browser, at: client, nonce: nonce)
      form["user"] = String(repeating: "x", count: 20_000)
      #expect(try await browser.post("/callback/apple", form, at: client, Self.foreign).status == .contentTooLarge)
      let json = try await browser.send(
        .post, "/callback/apple", at: client, [.contentType: "application/json"], body: "{}")
      #expect(json.status == .badRequest)
    }
  }
}

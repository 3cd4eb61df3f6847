import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The attacks of RFC 9700 section 4 on a signed-in user, on proxies in front of the server, and on
/// names. `RFC9700Tests` has the attacks that need no session.
@Suite struct RFC9700BrowserTests {
  // RFC 9700 §4.11.2: an attacker registers a client and has an ID token for it.
  @Test(.covers("RFC 9700 §4.11.2"))
  func `§4.11 An ID token of a client that registered itself never redirects to that client's address`()
    async throws
  {
    let address = "https://client.example/phishing"
    for isOpen in [true, false] {
      let token = Secret("initial-access-token")
      let test = try RegistrationServer(
        isOpen ? RegistrationPolicy(.open) : RegistrationPolicy(.initialAccessTokens([SecretHash(of: token)])),
        features: [.sessions, .pushedRequests, .deviceAuthorization])
      let registered = await test.register(
        ["post_logout_redirect_uris": [.string(address)]], token: isOpen ? nil : token.reveal())
      let id = try #require(try registered.members["client_id"])
      let hint = try OpenIDKeys.es256.get().sign([
        "iss": .string(TestServer.issuer), "sub": "attacker", "aud": id, "sid": "the-attackers", "exp": 0,
      ])
      let answer = await test.get(
        "/logout",
        TestServer.form([("id_token_hint", hint.reveal()), ("post_logout_redirect_uri", address)]))
      guard isOpen else {
        // A client with an initial access token is trusted.
        #expect(answer.field("Location") == address)
        continue
      }
      #expect(answer.status == 200 && answer.field("Location") == nil && answer.field("Refresh") == nil)
      guard case .signedOut(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
      #expect(page.outcome == .nobodySignedIn && page.back == address)
    }
  }

  // RFC 9700 §4.13: any client can write header fields, so the server doesn't trust them. The HTTP
  // layer reports the peer.
  @Test(.covers("RFC 9700 §4.13", "CVE-2025-64101", "GHSA-93m4-mfpg-c3xf"))
  func `§4.13 Addresses, hosts and certificates in header fields are ignored`()
    async throws
  {
    let attempts = try TestServer()
    let home = ClientAddress("203.0.113.7")
    for number in 0..<11 {
      let claimed = "198.51.100.\(number)"
      var fields: HTTPFields = [:]
      for name in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP"] {
        fields[try #require(HTTPField.Name(name))] = name == "Forwarded" ? "for=\(claimed)" : claimed
      }
      let form = TestServer.decision(TestServer.authorization(), ["password": "wrong"])
      let answer = await attempts.post("/authorize/decision", form, fields: fields, from: home)
      #expect(answer.status == (number < 10 ? 403 : 429))
    }
    let bank = try MutualTLSTests.server(.certificate(subject: MutualTLSTests.ecSubject))
    var fields: HTTPFields = [:]
    let certificate = Data(PlayedCertificate.ec).base64EncodedString()
    for name in ["Client-Cert", "X-SSL-Client-Cert", "X-Client-Cert", "X-Forwarded-Client-Cert"] {
      fields[try #require(HTTPField.Name(name))] = name == "Client-Cert" ? ":\(certificate):" : certificate
    }
    let grant = TestServer.form([("grant_type", "client_credentials"), ("client_id", "bank"), ("scope", "notes")])
    #expect(await bank.post("/token", grant, fields: fields).error == "invalid_client")
    let path = "/.well-known/openid-configuration"
    fields = [try #require(HTTPField.Name("X-Forwarded-Host")): "evil.example"]
    let disguised = await bank.server.respond(
      to: HTTPRequest(method: .get, scheme: "http", authority: "evil.example", path: path, headerFields: fields),
      body: [])
    #expect(disguised == (await bank.get(path)))
  }

  // RFC 9700 §4.15.1: a client whose identifier equals a user's subject could be taken for the
  // user.
  @Test(.covers("RFC 9700 §4.15")) func `§4.15 A client that registers itself can't choose its identifier`()
    async throws
  {
    let test = try RegistrationServer()
    let person = TestServer.ada.user.subject.rawValue
    let members = try await test.registered(["client_id": .string(person), "sub": .string(person)])
    #expect(members["client_id"]?.string?.utf8.count == 22 && members["client_id"] != .string(person))
    #expect(await test.get("/authorize", RegistrationServer.authorization(person)).status == 400)
  }

  // RFC 9700 §4.16: "other endpoints used to authenticate the user and authorize the client" as
  // well.
  @Test(.covers("RFC 9700 §4.16", "question: Authorization page has X-Frame-Options header"))
  func `§4.16 The pages for consent, sign-out and devices can't be framed either`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    var answers = [await browser.open(["client_id": "other"]), await browser.get("/device")]
    let device = await test.post(
      "/device_authorization", TestServer.form([("client_id", "app"), ("scope", "email")]))
    let code = try #require(try device.members["user_code"]?.string)
    answers.append(try await browser.enter(code))
    guard case .deviceSignIn = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    answers.append(await browser.get("/device/qr", TestServer.form([("user_code", code)])))
    answers.append(await browser.get("/logout"))
    answers.append(try await browser.press("approve"))
    answers.append(await browser.get("/logout"))
    for (number, answer) in answers.enumerated() {
      #expect(answer.field("Content-Type") == "text/html; charset=utf-8", "number \(number)")
      #expect(try PageFieldsTests.policy(answer)["frame-ancestors"] == "'none'", "number \(number)")
      #expect(answer.field("X-Frame-Options") == "DENY", "number \(number)")
    }
  }

  // RFC 9700 §4.7: an attacker who signs the victim in to the attacker's account learns what the
  // victim does there.
  @Test(.covers("RFC 9700 §4.7")) func `§4.7 A form from another site signs no user in or out`() async throws {
    let test = try SessionServer()
    let victim = test.browser()
    let form = TestServer.decision(SessionServer.request(), ["username": "grace"])
    for origin in ["https://evil.example", "null", "https://login.example.evil.example", "http://login.example"] {
      let answer = await victim.post("/authorize/decision", form, origin: origin)
      #expect(answer.status == 403 && answer.field("Location") == nil)
    }
    #expect(test.database.counts.sessions == 0)
    _ = try await victim.signIn()
    _ = await victim.get("/logout")
    let page = try #require(test.pages.last?.form)
    var signOut = FormParameters()
    for field in page.fields { signOut.append(field.name, field.value.reveal()) }
    signOut.append("decision", "approve")
    #expect(await victim.post(page.action, signOut, origin: "https://evil.example").status == 403)
    // An image or a link signs no user out either: without an ID token of this session the server
    // asks first.
    #expect(await victim.get("/logout").status == 200)
    #expect(test.database.counts.sessions == 1)
  }
}

import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import Testing

@testable import PixyWire

@Suite struct WireRedactionTests {
  private static let random = "Kx7-qP2_vN9wLr4TzB8mYc1HsDfGjUeAoI3kXl5R6nQ"

  // Other clients print tokens, codes, verifiers and request URLs.
  @Test(arguments: [
    "code", "state", "nonce", "access_token", "refresh_token", "id_token", "token", "subject_token", "actor_token",
    "device_code", "auth_req_id", "request_uri", "id_token_hint", "client_secret", "password", "code_verifier",
    "client_assertion", "assertion", "user_code", "request", "response", "registration_access_token",
    "software_statement", "session_state", "a_new_token", "x-api-key", "my_secret_thing", "passphrase", "unheard_of",
  ])
  func `At most the beginning of a secret is shown, wherever it appears`(_ name: String) throws {
    var form = FormParameters()
    form.append(name, Self.random)
    form.append("client_id", "app")
    var request = HTTPRequest(
      method: .post, scheme: "https", authority: "as.example", path: "/token?" + form.queryEncoded())
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let members: [String: JSONValue] = [
      name: .string(Self.random), "nested": [["deeper": .object([name: .string(Self.random)])]],
      "error_description": .string("I do not like \(Self.random)!"),
      "redirect": .string("https://a.example/cb?\(name)=\(Self.random)#\(name)=\(Self.random)"),
    ]
    let answer = HTTPAnswer(
      HTTPResponse(
        status: .badRequest,
        headerFields: [
          .contentType: "application/json", .location: "https://a.example/cb?\(name)=\(Self.random)",
          .wwwAuthenticate: "Bearer error=\"invalid_token\", error_description=\"\(Self.random)\"",
        ]), body: JSONValue.object(members).bytes())
    var redaction = WireRedaction()
    let asked = redaction.shown(request, body: Array(form.formEncoded().utf8))
    let answered = redaction.shown(answer)
    let trace = Trace(
      command: "test", startedAt: "now",
      events: [.exchange(Trace.Exchange(request: asked, answer: answered, milliseconds: 1))])
    let text = String(decoding: trace.json.bytes(), as: UTF8.self)
    #expect(!text.contains(Self.random), "\(text)")
    // Most of the secret must not appear either.
    #expect(!text.contains(Self.random.prefix(12)))
    #expect(asked.parameter("client_id") == "app")
  }

  @Test(arguments: [
    ("client_id", random), ("sub", random), ("code_challenge", random), ("jti", random), ("kid", random),
    ("token_type", "Bearer"), ("token_endpoint", "https://as.example/token"), ("scope", "openid profile"),
    ("expires_in", "3600"), ("refresh_token_timeout", "2592000"), ("code_challenge_method", "S256"),
    ("token_type_hint", "refresh_token"),
    ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("name", "Ada Lovelace"),
    ("token_endpoint_auth_methods_supported", "client_secret_basic"), ("error", "invalid_grant"),
  ])
  func `Values that aren't secret are shown completely`(_ name: String, _ value: String) {
    var redaction = WireRedaction()
    #expect(redaction.shown(name, value) == value)
  }

  @Test func `Long random values keep six characters, short and user-chosen values none`() {
    var redaction = WireRedaction()
    #expect(redaction.shown("code", Self.random) == "Kx7-qP… (43 characters)")
    #expect(redaction.shown("code", "short-code") == "…")
    #expect(redaction.shown("client_secret", Self.random) == "[redacted]")
    #expect(redaction.shown("password", "correct horse battery staple") == "[redacted]")
  }

  @Test func `A JWT is shown as its summary, whatever its name`() throws {
    let jwt = try SigningKey.generate(.es256).sign(["sub": "user-1"], type: "at+jwt").reveal()
    var redaction = WireRedaction()
    let shown = redaction.shown("whatever", jwt)
    #expect(shown == "\(jwt.prefix(6))… (JWT, ES256, typ at+jwt, \(jwt.count) characters)")
    let said = "The token [JWT, ES256, typ at+jwt, \(jwt.count) characters], was refused."
    #expect(redaction.text("The token \(jwt), was refused.") == said)
    #expect(WireRedaction().text("The token \(jwt), was refused.") == said)
  }

  @Test func `Secrets that are returned form-encoded are withheld too`() {
    var redaction = WireRedaction()
    _ = redaction.shown("client_secret", "a b&c=d/ü")
    #expect(
      redaction.text("You sent client_secret a+b%26c%3Dd%2F%C3%BC to me") == "You sent client_secret [redacted] to me")
  }

  @Test func `Header fields are withheld unless they are known to be public`() throws {
    let jwt = try SigningKey.generate(.es256).sign(["htm": "POST"], type: "dpop+jwt").reveal()
    var request = HTTPRequest(method: .get, scheme: "https", authority: "as.example", path: "/")
    request.headerFields[.authorization] = "Basic YXBwOnMzY3JldA=="
    request.headerFields[try #require(HTTPField.Name("DPoP"))] = jwt
    request.headerFields[.cookie] = "sid=1"
    request.headerFields[try #require(HTTPField.Name("X-Api-Key"))] = "k"
    request.headerFields[.accept] = "application/json"
    var redaction = WireRedaction()
    let shown = redaction.shown(request, body: [])
    #expect(shown.field("authorization") == "Basic [redacted]" && shown.field("accept") == "application/json")
    #expect(shown.field("cookie") == "[redacted]" && shown.field("x-api-key") == "[redacted]")
    #expect(shown.field("dpop") == "[JWT, ES256, typ dpop+jwt, \(jwt.count) characters]")
    request.headerFields[.authorization] = "DPoP \(Self.random)"
    #expect(redaction.shown(request, body: []).field("authorization") == "DPoP Kx7-qP… (43 characters)")
    let answer = HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.setCookie: "sid=1", .contentType: "text/html"]), body: [0x3C])
    #expect(redaction.shown(answer).field("set-cookie") == "[redacted]")
    #expect(redaction.shown(answer).body == .other(type: "text/html", bytes: 1))
  }

  @Test func `Only the public part of a key is shown`() throws {
    let key = try SigningKey.generate(.es256).privateJWK()
    let members = try #require(try JSONValue(bytes: Array(key.reveal().utf8)).object)
    let d = try #require(members["d"]?.string)
    let x = try #require(members["x"]?.string)
    var redaction = WireRedaction()
    let answer = HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
      body: JSONValue.object(["keys": [.object(members), ["kty": "oct", "k": .string(Self.random)]]]).bytes())
    let shown = JSONValue.object(try #require(redaction.shown(answer).body.members))
    let text = String(decoding: shown.bytes(), as: UTF8.self)
    #expect(!text.contains(d) && text.contains(x) && !text.contains(Self.random))
  }

  private static func answer(_ value: JSONValue, _ fields: HTTPFields = [:]) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: .badRequest, headerFields: [.contentType: "application/json"] + fields),
      body: value.bytes())
  }

  @Test(arguments: ["supersecretvalue", "super secret&value=ü"])
  func `The secret in a Basic field is withheld wherever it is returned`(_ secret: String) throws {
    for credentials in ["cid:" + FormParameters.formEncode(secret), "cid:" + secret] {
      var request = HTTPRequest(method: .post, scheme: "https", authority: "as.example", path: "/t")
      request.headerFields[.authorization] = "Basic " + Data(credentials.utf8).base64EncodedString()
      var redaction = WireRedaction()
      _ = redaction.shown(request, body: [])
      let shown = redaction.shown(Self.answer(["error_description": .string("wrong secret in cid:\(secret).")]))
      #expect(shown.body.members?["error_description"] == "wrong secret in cid:[redacted].")
    }
  }

  @Test(arguments: [
    "/login?session_token=\(random)&code=\(random)", "//as.example/cb#code=\(random)", "?\(random)",
    "https://ada:\(random)@a.example/cb?x=1", "https://a.example/cb?to=/deeper?code=\(random)",
  ])
  func `The target of a redirect is shown without its secrets`(_ address: String) {
    var redaction = WireRedaction()
    let text = redaction.shown(Self.answer([:], [.location: address])).field("location") ?? ""
    #expect(!text.isEmpty && !text.contains(Self.random.prefix(12)), "\(text)")
    // The same URL in the middle of a sentence.
    let said = redaction.shown("error_description", "Go to \(address) now.")
    #expect(said.hasPrefix("Go to ") && said.hasSuffix(" now.") && !said.contains(Self.random.prefix(12)), "\(said)")
  }

  @Test func `The parts of a URL that aren't secret stay`() {
    var redaction = WireRedaction()
    let text = redaction.shown(Self.answer([:], [.location: "https://a.example/cb?error=access_denied&x=1"]))
    #expect(text.field("location") == "https://a.example/cb?error=access_denied&x=1")
    #expect(
      redaction.text("Is it? See https://a.example/help, or a=b.") == "Is it? See https://a.example/help, or a=b.")
  }

  @Test(arguments: ["", ".", "...", ".Then", "), and"])
  func `A JWT is found at the end of a sentence`(_ ending: String) throws {
    let jwt = try SigningKey.generate(.es256).sign(["sub": "user-1"]).reveal()
    let text = WireRedaction().text("This is it: .\(jwt)\(ending)")
    #expect(text.hasPrefix("This is it: .[") && !text.contains("eyJ"), "\(text)")
  }

  @Test func `A token in place of a name is withheld like a value`() {
    var redaction = WireRedaction()
    let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/x?\(Self.random)")
    #expect(redaction.shown(request, body: []).query.map(\.name) == ["Kx7-qP… (43 characters)"])
    let text = "\(redaction.shown(Self.answer([Self.random: true, "a": [Self.random: [:]]])).body)"
    #expect(!text.contains(Self.random.prefix(12)))
  }

  @Test func `Members beside a public key are redacted as everywhere`() {
    var redaction = WireRedaction()
    let shown = redaction.shown(
      Self.answer(["kty": "EC", "x": .string(Self.random), "access_token": .string(Self.random)]))
    #expect(shown.body.members?["x"] == .string(Self.random))
    #expect(shown.body.members?["access_token"] == "Kx7-qP… (43 characters)")
  }

  @Test func `The nesting of URLs has a limit`() {
    let text = WireRedaction().address(String(repeating: "/?a=", count: 20_000))
    #expect(text.hasSuffix("[redacted]"))
  }

  @Test func `The newest secrets are always remembered`() {
    var redaction = WireRedaction()
    for number in 0..<1_100 { redaction.remember("secret-\(number)-of-many") }
    #expect(redaction.text("It was secret-1099-of-many.") == "It was [redacted].")
  }

  @Test func `No text can control a terminal`() {
    var redaction = WireRedaction()
    #expect(redaction.shown("error_description", "a\u{1B}[31mb\u{202E}c\nd") == "a[31mbcd")
    var form = FormParameters()
    form.append("na\u{1B}me", "v\r\nalue")
    #expect(redaction.pairs(form) == [ShownPair(name: "name", value: "value")])
  }

  @Test func `Values nested too deeply for a trace are left out`() {
    var value: JSONValue = "bottom"
    for _ in 0..<28 { value = ["a": value] }
    var redaction = WireRedaction()
    let answer = HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: value.bytes())
    let text = "\(redaction.shown(answer).body)"
    #expect(!text.contains("bottom"))
  }

  @Test func `The demonstration shows the verifier and no other secret`() {
    var redaction = WireRedaction(showingDespiteSecrecy: ["code_verifier"])
    #expect(redaction.shown("code_verifier", Self.random) == Self.random)
    #expect(redaction.shown("code", Self.random) != Self.random)
  }
}

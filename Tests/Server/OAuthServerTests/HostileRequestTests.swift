import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("A hostile request", .covers("RFC 6749 §3.1, server"))
struct HostileRequestTests {
  static let paths = [
    "/authorize", "/authorize/decision", "/token", "/userinfo", "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration", "/", "", "/authorize/", "//token", "http://x", "https://x/token?y",
  ]

  @Test(
    "that is larger than 64 KiB gets 413", .covers("CVE-2026-67432"),
    arguments: ["/authorize", "/authorize/decision", "/token", "/userinfo"])
  func large(path: String) async throws {
    let test = try TestServer()
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path, headerFields: fields)
    let body = [UInt8](repeating: UInt8(ascii: "a"), count: AuthorizationServer.maximumBodyBytes + 1)
    #expect(await test.server.respond(to: request, body: body).status == 413)
    #expect(await test.server.respond(to: request, body: Array(body.dropLast())).status < 500)
  }

  // RFC 9110 §9.3.2.
  @Test(
    "with the method HEAD gets no body",
    arguments: ["/nothing", "/token", "/authorize/decision", "/authorize", "/userinfo"])
  func head(path: String) async throws {
    let test = try TestServer()
    for size in [0, AuthorizationServer.maximumBodyBytes + 1] {
      let request = HTTPRequest(method: .head, scheme: nil, authority: nil, path: path)
      let answer = await test.server.respond(to: request, body: [UInt8](repeating: 0x61, count: size))
      #expect(answer.body.isEmpty && answer.field("Content-Length") != nil, "\(path) \(answer.status)")
    }
  }

  @Test(
    "with a malformed form gets 400",
    arguments: [
      "%", "%4", "%zz=1", "a=%ff", "%c3%28", "a=%ed%a0%80", "\u{FF}", String(repeating: "a&", count: 300),
    ])
  func malformed(text: String) async throws {
    let test = try TestServer()
    var body = Array(text.utf8)
    if text == "\u{FF}" { body = [0xFF, 0xFE] }
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    for path in ["/authorize", "/authorize/decision", "/token"] {
      let request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path, headerFields: fields)
      #expect(await test.server.respond(to: request, body: body).status == 400)
    }
    #expect(await test.get("/authorize?" + text).status == 400)
  }

  @Test(
    "with another content type gets 415 at endpoints for users",
    arguments: ["/authorize", "/authorize/decision", "/device", "/logout", "/logout/decision"])
  func contentType(path: String) async throws {
    let test = try SessionServer()
    let body = Array(TestServer.decision(TestServer.authorization()).formEncoded().utf8)
    for type in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
      let request = HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: path, headerFields: [.contentType: type])
      #expect(await test.server.respond(to: request, body: body).status == 415)
    }
  }

  @Test(
    "with random content never gets a 5xx, a crash or a redirect to another site",
    arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let test = try TestServer()
    let random = SeededRandomSource(seed: seed)
    let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .options, .trace, .connect]
    for _ in 0..<500 {
      let form = Self.form(random)
      var path = random.one(of: Self.paths)
      if random.below(2) == 0 { path += "?" + form.queryEncoded() }
      var fields = HTTPFields()
      for _ in 0..<random.below(4) {
        fields.append(HTTPField(name: random.one(of: Self.names), value: Self.text(random)))
      }
      if random.below(3) > 0 { fields[.contentType] = "application/x-www-form-urlencoded" }
      let body = random.below(5) == 0 ? random.bytes(random.below(300)) : Array(form.formEncoded().utf8)
      let request = HTTPRequest(
        method: random.one(of: methods), scheme: nil, authority: nil, path: path, headerFields: fields)
      let answer = await test.server.respond(to: request, body: body)
      #expect(answer.status < 500)
      if let location = answer.field("Location") { #expect(location.hasPrefix(TestServer.redirect + "?")) }
    }
  }

  static let names: [HTTPField.Name] = [
    .authorization, .origin, .contentType, .accept, .cookie, .referer, .contentLength,
  ]

  /// Returns a random form in which most parameters are right.
  static func form(_ random: SeededRandomSource) -> FormParameters {
    let right =
      TestServer.authorization().pairs + TestServer.redemption("x").pairs
      + TestServer.decision(TestServer.authorization()).pairs
    var form = FormParameters()
    for pair in right {
      switch random.below(20) {
      case 0: continue
      case 1: form.append(pair.name, text(random))
      case 2: form.append(text(random), pair.value)
      default: form.append(pair.name, pair.value)
      }
    }
    if random.below(3) == 0 { form.append(random.one(of: right).name, text(random)) }
    return form
  }

  static func text(_ random: SeededRandomSource) -> String {
    random.one(of: [
      "", " ", "\u{0}", "\r\n", "ü", "\u{202E}", "🏴‍☠️", "../..", "%00", "<script>", "'\"", "{{x}}", "null", "-1",
      "Basic", "Bearer ", "Basic Og==", "Bearer " + String(repeating: "a", count: 9_000), "javascript:alert(1)",
      String(decoding: random.bytes(random.below(40)), as: UTF8.self),
    ])
  }
}

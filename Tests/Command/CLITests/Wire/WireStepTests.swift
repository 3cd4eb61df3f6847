import OAuthCore
import Testing

@testable import PixyWire

@Suite struct WireStepTests {
  private static func step(
    _ method: String, _ address: String, _ form: [String: String] = [:], fields: [ShownPair] = [],
    json: JSONValue? = nil,
    knowing endpoints: KnownEndpoints = KnownEndpoints()
  ) -> WireStep {
    let pairs = form.sorted { $0.key < $1.key }.map { ShownPair(name: $0.key, value: $0.value) }
    let body: ShownBody = json.map { .json($0) } ?? (pairs.isEmpty ? .none : .form(pairs))
    return WireStep(
      of: ShownRequest(method: method, address: address, fields: fields, body: body), knowing: endpoints)
  }

  @Test(arguments: [
    ("authorization_code", "RFC 6749 §4.1.3"), ("refresh_token", "RFC 6749 §6"),
    ("client_credentials", "RFC 6749 §4.4"),
    ("urn:ietf:params:oauth:grant-type:device_code", "RFC 8628 §3.4"),
    ("urn:ietf:params:oauth:grant-type:token-exchange", "RFC 8693 §2.1"),
    ("urn:ietf:params:oauth:grant-type:jwt-bearer", "RFC 7523 §2.1"), ("urn:example:new", "RFC 6749 §4.5"),
  ])
  func `A token request is recognized by its grant`(_ grant: String, _ section: String) {
    let step = Self.step("POST", "https://as.example/anything", ["grant_type": grant])
    #expect(step.kind == .token && step.specification.hasPrefix(section))
  }

  @Test func `Requests are recognized without metadata`() {
    #expect(Self.step("GET", "https://a.example/.well-known/openid-configuration").kind == .discovery)
    #expect(Self.step("GET", "https://a.example/.well-known/oauth-authorization-server/t").kind == .discovery)
    #expect(Self.step("GET", "https://a.example/.well-known/oauth-protected-resource").kind == .resourceMetadata)
    #expect(Self.step("POST", "https://a.example/oauth/revoke", ["token": "…"]).kind == .revocation)
    #expect(Self.step("POST", "https://a.example/check", ["token": "…"]).kind == .introspection)
    #expect(Self.step("POST", "https://a.example/x", ["response_type": "code"]).kind == .pushedAuthorization)
    #expect(Self.step("POST", "https://a.example/login/device/code", ["client_id": "a"]).kind == .deviceAuthorization)
    #expect(Self.step("POST", "https://a.example/r", json: ["redirect_uris": []]).kind == .registration)
    #expect(Self.step("PUT", "https://a.example/r/1", json: ["redirect_uris": []]).kind == .clientConfiguration)
    #expect(
      Self.step("GET", "https://a.example/k", fields: [ShownPair(name: "accept", value: "application/jwk-set+json")])
        .kind == .keys)
    let authorized = [ShownPair(name: "authorization", value: "Bearer …")]
    #expect(Self.step("GET", "https://a.example/v1/userinfo", fields: authorized).kind == .userInfo)
    #expect(Self.step("GET", "https://api.example/user", fields: authorized).kind == .resource)
    #expect(Self.step("GET", "https://api.example/").kind == .other)
  }

  @Test func `The server's metadata takes precedence over the form of a URL`() {
    var endpoints = KnownEndpoints()
    let metadata: JSONValue = [
      "introspection_endpoint": "https://a.example/revoke-or-not", "userinfo_endpoint": "https://a.example/me?v=2",
      "mtls_endpoint_aliases": ["revocation_endpoint": "https://mtls.a.example/r"],
    ]
    endpoints.learn(from: ShownAnswer(status: 200, body: .json(metadata)), to: WireStep(kind: .discovery))
    #expect(
      Self.step("POST", "https://a.example/revoke-or-not", ["token": "…"], knowing: endpoints).kind == .introspection)
    #expect(Self.step("GET", "https://a.example/me", knowing: endpoints).kind == .userInfo)
    #expect(Self.step("POST", "https://mtls.a.example/r", ["token": "…"], knowing: endpoints).kind == .revocation)
    // Only metadata may name endpoints.
    var others = KnownEndpoints()
    others.learn(from: ShownAnswer(status: 200, body: .json(metadata)), to: WireStep(kind: .userInfo))
    #expect(others == KnownEndpoints())
  }

  @Test func `A registration names its management URL`() {
    var endpoints = KnownEndpoints()
    let answer: JSONValue = ["registration_client_uri": "https://a.example/clients/1"]
    endpoints.learn(from: ShownAnswer(status: 201, body: .json(answer)), to: WireStep(kind: .registration))
    #expect(Self.step("GET", "https://a.example/clients/1", knowing: endpoints).kind == .clientConfiguration)
  }

  @Test(arguments: WireStep.Kind.allCases)
  func `Each kind has a title and a section`(_ kind: WireStep.Kind) {
    let step = WireStep(kind: kind)
    #expect(!step.title.isEmpty && step.meaning.hasSuffix("."))
    #expect(step.specification.contains("RFC") || step.specification.contains("OpenID Connect"))
  }
}

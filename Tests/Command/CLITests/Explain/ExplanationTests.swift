import OAuthCore
import Testing

@testable import PixyWire

@Suite struct ExplanationTests {
  private static func pairs(_ values: KeyValuePairs<String, String>) -> [ShownPair] {
    values.map { ShownPair(name: $0.key, value: $0.value) }
  }

  private static let request: KeyValuePairs = [
    "response_type": "code", "client_id": "a", "redirect_uri": "http://127.0.0.1/c", "state": "abcdef… (43 characters)",
    "code_challenge": "c", "code_challenge_method": "S256",
  ]

  private static func authorization(
    _ address: String = "https://a.example/authorize", without: String = "", adding: KeyValuePairs<String, String> = [:]
  )
    -> Trace.Event
  {
    .authorization(
      Trace.Authorization(
        address: address, parameters: pairs(request).filter { $0.name != without } + pairs(adding),
        redirectURI: "http://127.0.0.1/c"))
  }

  private static func callback(_ values: KeyValuePairs<String, String>, failure: String? = nil) -> Trace.Event {
    .callback(Trace.Callback(redirectURI: "http://127.0.0.1/c", parameters: pairs(values), failure: failure))
  }

  private static func token(
    _ form: KeyValuePairs<String, String>, status: Int = 200, cache: String = "no-store", answer: JSONValue
  ) -> Trace.Event {
    .exchange(
      Trace.Exchange(
        request: ShownRequest(method: "POST", address: "https://a.example/token", body: .form(pairs(form))),
        answer: ShownAnswer(
          status: status, fields: [ShownPair(name: "cache-control", value: cache)], body: .json(answer)),
        milliseconds: 1))
  }

  private static func get(
    _ address: String, query: KeyValuePairs<String, String> = [:], status: Int = 200, answer: JSONValue = [:]
  ) -> Trace.Event {
    .exchange(
      Trace.Exchange(
        request: ShownRequest(method: "GET", address: address, query: pairs(query)),
        answer: ShownAnswer(status: status, body: .json(answer)), milliseconds: 1))
  }

  private static func metadata(_ changes: [String: JSONValue?] = [:]) -> Trace.Event {
    var members: [String: JSONValue] = [
      "issuer": "https://a.example", "code_challenge_methods_supported": ["S256"],
      "authorization_response_iss_parameter_supported": true, "token_endpoint": "https://a.example/token",
    ]
    for (name, value) in changes { members[name] = value }
    return get("https://a.example/.well-known/openid-configuration", answer: .object(members))
  }

  private static let granted: JSONValue = [
    "access_token": "…", "token_type": "Bearer", "expires_in": 3600, "scope": "profile",
  ]
  private static let redeeming: KeyValuePairs = [
    "grant_type": "authorization_code", "code": "…", "code_verifier": "[redacted]",
  ]
  private static let answered: KeyValuePairs = [
    "code": "…", "state": "abcdef… (43 characters)", "iss": "https://a.example",
  ]

  private static func explanation(_ events: Trace.Event...) -> Explanation {
    Explanation(Trace(command: "login", startedAt: "now", events: events))
  }

  @Test func `A correct sign-in has nothing unusual`() {
    let explanation = Self.explanation(
      Self.metadata(), Self.authorization(), Self.callback(Self.answered),
      Self.token(Self.redeeming, answer: Self.granted))
    #expect(explanation.findings.isEmpty, "\(explanation.findings)")
    #expect(explanation.lines.last == "Nothing unusual.")
    let text = explanation.lines.joined(separator: "\n")
    for part in [
      "A trace of pixy login, started now, with 4 steps.", " 1. Discovery", " 4. Token request: authorization code",
      "proves that this client began the sign-in (RFC 7636 §4.5)", "the server that responds", "200 after 1 ms",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  private static let unusual: [(Trace.Event, WireFinding.Severity, String)] = [
    (authorization(without: "code_challenge"), .danger, "no code_challenge"),
    (authorization(without: "code_challenge_method"), .danger, "plain"),
    (authorization(without: "state"), .danger, "no state"),
    (authorization(adding: ["scope": "openid"]), .note, "no nonce"),
    (authorization(without: "response_type", adding: ["response_type": "token"]), .danger, "through the browser"),
    (authorization(adding: ["state": "again"]), .problem, "state appears more than once"),
    (authorization("http://a.example/authorize"), .danger, "not https"),
    (authorization(adding: ["request": "[redacted]"]), .note, "signed"),
    (callback(["code": "…", "state": "s"]), .note, "no iss"),
    (callback(["code": "…", "iss": "https://a.example"]), .danger, "no state"),
    (callback(["access_token": "…", "state": "s", "iss": "i"]), .danger, "returned through the browser"),
    (callback(["error": "access_denied"], failure: "The server refused."), .problem, "The server refused."),
    (token(["grant_type": "authorization_code", "code": "…"], answer: granted), .danger, "without a verifier"),
    (token(["grant_type": "password", "password": "[redacted]"], answer: granted), .danger, "password grant"),
    (token(redeeming, cache: "private", answer: granted), .problem, "no-store"),
    (token(redeeming, answer: ["access_token": "…", "expires_in": 1]), .problem, "no token_type"),
    (token(redeeming, answer: ["access_token": "…", "token_type": "Bearer"]), .note, "no expires_in"),
    (
      token(redeeming, status: 400, answer: ["error": "invalid_grant"]), .problem, "rejected the request: invalid_grant"
    ),
    (token(redeeming, answer: ["error": "bad_verification_code"]), .problem, "status 200"),
    (token(redeeming, status: 400, answer: ["error": "use_dpop_nonce"]), .note, "use_dpop_nonce"),
    (token(redeeming, status: 302, answer: [:]), .problem, "redirect"),
    (token(redeeming, status: 503, answer: [:]), .problem, "503"),
    (get("https://api.example/me", query: ["access_token": "…"]), .danger, "access_token is in the URL"),
    (get("http://api.example/me"), .danger, "not https"),
    (metadata(["issuer": "https://b.example"]), .danger, "is not the requested one"),
    (metadata(["issuer": nil]), .problem, "no issuer"),
    (metadata(["code_challenge_methods_supported": nil]), .note, "nothing about PKCE"),
    (metadata(["code_challenge_methods_supported": ["plain"]]), .danger, "without S256"),
    (
      .exchange(
        Trace.Exchange(
          request: ShownRequest(
            method: "GET", address: "https://a.example/jwks",
            fields: [ShownPair(name: "accept", value: "application/jwk-set+json")]),
          answer: ShownAnswer(status: 200, body: .json(["keys": [["kty": "oct", "k": "[redacted]"]]])), milliseconds: 1)
      ),
      .danger, "is published"
    ),
    (
      .exchange(
        Trace.Exchange(
          request: ShownRequest(method: "GET", address: "https://a.example/"), failure: "No connection", milliseconds: 1
        )),
      .problem, "No connection"
    ),
  ]

  @Test(arguments: unusual)
  func `Unusual facts are reported with their section`(
    _ event: Trace.Event, _ severity: WireFinding.Severity, _ words: String
  ) throws {
    let explanation = Self.explanation(event)
    let finding = try #require(
      explanation.findings.first { $0.finding.text.contains(words) }, "\(explanation.findings)")
    #expect(finding.finding.severity == severity && finding.number == 1)
    #expect(explanation.lines.contains { $0.contains("\(severity.word): ") && $0.contains(words) })
  }

  @Test func `Later steps are checked against earlier ones`() {
    let noIssuer = Self.explanation(
      Self.metadata(), Self.callback(["code": "…", "state": "s"]))
    #expect(noIssuer.findings.contains { $0.finding.severity == .danger && $0.finding.text.contains("announces it") })
    let foreign = Self.explanation(
      Self.metadata(), Self.callback(["code": "…", "state": "s", "iss": "https://evil.example"]))
    #expect(foreign.findings.contains { $0.finding.text.contains("names another server") })
    let state = Self.explanation(
      Self.authorization(), Self.callback(["code": "…", "state": "other", "iss": "https://a.example"]))
    #expect(state.findings.contains { $0.finding.text.contains("state differs from the request's") })
    let scope = Self.explanation(
      Self.authorization(adding: ["scope": "profile email"]), Self.token(Self.redeeming, answer: Self.granted))
    #expect(scope.findings.contains { $0.finding.text.contains("granted scope is smaller") })
  }

  @Test func `A pushed request is checked where it was pushed, not in the browser`() {
    let reference = Trace.Event.authorization(
      Trace.Authorization(
        address: "https://a.example/authorize", parameters: Self.pairs(["client_id": "a", "request_uri": "urn:x…"]),
        redirectURI: "http://127.0.0.1/c"))
    #expect(Self.explanation(reference).findings.isEmpty)
    let pushed = Trace.Event.exchange(
      Trace.Exchange(
        request: ShownRequest(
          method: "POST", address: "https://a.example/par",
          body: .form(Self.pairs(["response_type": "code", "client_id": "a"]))),
        answer: ShownAnswer(status: 201, body: .json(["request_uri": "urn:x…"])), milliseconds: 1))
    let explanation = Self.explanation(pushed, reference)
    #expect(explanation.findings.contains { $0.number == 1 && $0.finding.text.contains("no code_challenge") })
    #expect(explanation.steps[0].step.specification == "RFC 9126 §2")
  }

  @Test func `An empty trace is explained too`() {
    #expect(Self.explanation().lines.last == "Nothing unusual.")
  }

  @Test(arguments: [
    ("device_authorization", "the lifetime of both codes"), ("par", "the lifetime of request_uri"),
    ("token", "the access token's lifetime"),
  ])
  func `expires_in is explained by the request that was answered`(_ path: String, _ meaning: String) {
    let metadata = Self.metadata([
      "device_authorization_endpoint": "https://a.example/device_authorization",
      "pushed_authorization_request_endpoint": "https://a.example/par",
    ])
    let request = ShownRequest(
      method: "POST", address: "https://a.example/\(path)",
      body: .form(Self.pairs(path == "token" ? ["grant_type": "refresh_token"] : ["client_id": "a"])))
    let answer = ShownAnswer(status: 200, body: .json(["expires_in": 600]))
    let explanation = Explanation(
      Trace(
        command: "device", startedAt: "now",
        events: [metadata, .exchange(Trace.Exchange(request: request, answer: answer, milliseconds: 1))]))
    #expect(explanation.lines.contains { $0.contains(meaning) }, "\(explanation.lines)")
  }
}

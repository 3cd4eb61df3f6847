import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

/// Every parser of external input, with valid inputs that are damaged at random.
@Suite(.covers("RFC 6749 §4.1.2")) struct HostileInputTests {
  /// Damages bytes: some are replaced, left out, doubled or cut off.
  private struct Damage {
    let source: SeededRandomSource

    func number(below limit: Int) -> Int {
      let bytes = source.bytes(4)
      return bytes.reduce(0) { $0 << 8 | Int($1) } % max(limit, 1)
    }

    func damaged(_ original: [UInt8]) -> [UInt8] {
      var bytes = original
      for _ in 0...number(below: 6) {
        let position = number(below: bytes.count + 1)
        switch number(below: 6) {
        case 0 where position < bytes.count: bytes[position] = UInt8(number(below: 256))
        case 1 where position < bytes.count: bytes.remove(at: position)
        case 2: bytes.insert(UInt8(number(below: 256)), at: position)
        case 3: bytes.insert(contentsOf: bytes.prefix(number(below: 40)), at: position)
        case 4: bytes.removeLast(min(bytes.count, number(below: 20)))
        default: bytes.insert(Self.marks[number(below: Self.marks.count)], at: position)
        }
      }
      return bytes
    }

    /// Separators, quotes and terminators.
    private static let marks = Array("&=%#?[]{}\"\\:,+/@\r\n\u{0}\u{1B}".utf8)
  }

  private func inputs(seed: UInt64, _ originals: [String]) -> [[UInt8]] {
    let damage = Damage(source: SeededRandomSource(seed: seed))
    return (0..<3_000).map { damage.damaged(Array(originals[$0 % originals.count].utf8)) }
  }

  @Test func `A form is rejected, or its encoding decodes to the same form`() throws {
    var accepted = 0
    for input in inputs(seed: 1, ["code=abc&state=d%20e+f&iss=https%3A%2F%2Fas.example", "", "a=b&a=%C3%A9&=&c"]) {
      guard let form = try? FormParameters(decoding: input) else { continue }
      accepted += 1
      #expect(try FormParameters(decoding: form.formEncoded()) == form)
      #expect(try FormParameters(decoding: form.queryEncoded()) == form)
    }
    #expect(accepted > 100)
  }

  @Test func `JSON is rejected, or its encoding decodes to the same value`() throws {
    var accepted = 0
    for input in inputs(
      seed: 2, [#"{"access_token":"a","expires_in":3600,"scope":["a",null,true,-1.5e3]}"#, "[[[[]]]]", "1"])
    {
      guard let value = try? JSONValue(bytes: input) else { continue }
      accepted += 1
      #expect(try JSONValue(bytes: value.bytes()) == value)
    }
    #expect(accepted > 50)
  }

  @Test func `An address is rejected, or has a host, no fragment and an allowed scheme`() {
    var accepted = 0
    for input in inputs(
      seed: 3, ["https://as.example:8443/authorize?tenant=1", "http://127.0.0.1:80/", "http://[::1]/a"])
    {
      guard let endpoint = try? Endpoint(String(decoding: input, as: UTF8.self)) else { continue }
      accepted += 1
      #expect(endpoint.origin.hasPrefix("https://") || endpoint.origin.hasPrefix("http://"))
      #expect(!endpoint.text.contains("#") && !endpoint.text.contains("\r") && !endpoint.origin.hasSuffix("//"))
      #expect(endpoint.request(.get).path?.hasPrefix("/") == true)
      #expect((try? Endpoint(endpoint.text)) == endpoint)
    }
    #expect(accepted > 100)
  }

  @Test func `A damaged callback has a code only if its state is intact`() throws {
    let attempt = try Fixture.attempt(Fixture.client())
    let state = attempt.state.reveal()
    let originals = ["\(Fixture.loopback)?code=c-12345&state=\(state)&iss=https%3A%2F%2Fas.example"]
    for input in inputs(seed: 4, originals) {
      let url = String(decoding: input, as: UTF8.self)
      // Each callback gets a new attempt with the same state, because the first valid one completes
      // it.
      let attempt = try Fixture.attempt(Fixture.client())
      #expect(attempt.state.reveal() == state)
      guard let callback = try? AuthorizationCallback(url: url), (try? attempt.receive(callback)) != nil else {
        continue
      }
      #expect(url.contains(state))
      let issuer = try Fixture.parameters(of: String(url.prefix { $0 != "#" })).single("iss")
      #expect(issuer == nil || issuer == "https://as.example")
    }
  }

  @Test func `No damaged token answer crashes, and an accepted one can be presented`() async throws {
    let request = try await Fixture.refreshRequest(Fixture.client(), "rt")
    var accepted = 0
    let json =
      #"{"access_token":"at-1","token_type":"Bearer","expires_in":"3600","refresh_token":"rt-2","scope":"a b"}"#
    let form = "access_token=at-1&token_type=bearer&expires_in=3600&scope=a%2Cb"
    for (index, input) in inputs(seed: 5, [json, form]).enumerated() {
      let type = index.isMultiple(of: 2) ? "application/json" : "application/x-www-form-urlencoded"
      let answer = HTTPAnswer(HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: input)
      do {
        let tokens = try TokenResponse(answer, to: request, receivedAt: ManualClock().now)
        accepted += 1
        #expect(tokens.accessToken.byteCount > 0)
        #expect(tokens.accessToken.reveal().utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(tokens.expiresIn.map { $0 >= .zero } ?? true)
      } catch {
        #expect(!error.description.isEmpty)
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
    #expect(accepted > 50)
  }

  @Test func `Damaged metadata is rejected or usable`() {
    let json =
      #"{"issuer":"https://as.example","authorization_endpoint":"https://as.example/a","token_endpoint":"https://as.example/t","scopes_supported":["a"]}"#
    var accepted = 0
    for input in inputs(seed: 6, [json]) {
      guard let document = try? JSONValue(bytes: input),
        let metadata = try? AuthorizationServerMetadata(document: document)
      else { continue }
      accepted += 1
      #expect(metadata.issuer != nil && metadata.tokenEndpoint.origin.lowercased().hasPrefix("http"))
    }
    #expect(accepted > 20)
  }

  @Test func `Challenges are rejected, or have a scheme, distinct names and no control characters`() {
    var accepted = 0
    let originals = [
      #"Bearer error="invalid_token", error_description="a \"b\"", max_age=5, DPoP algs="ES256 PS256""#,
      "Basic realm=x, Negotiate YII==, Newauth a=b,c=d",
    ]
    for input in inputs(seed: 7, originals) {
      guard let field = String(validating: input, as: UTF8.self) else { continue }
      do {
        let challenges = try AuthenticateChallenge.read(fields: [field])
        accepted += 1
        for challenge in challenges {
          #expect(!challenge.scheme.isEmpty && field.contains(challenge.scheme))
          #expect(challenge.token68 == nil || challenge.parameters.isEmpty)
          let texts = challenge.parameters.flatMap { [$0.key, $0.value] }
          #expect(texts.allSatisfy { $0.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) } })
          _ = (challenge.errorResponse, challenge.requiredAuthentication, challenge.resourceMetadata, challenge.scope)
        }
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(accepted > 100)
  }

  /// A client of a server with every endpoint, which answers once with the given bytes.
  private func client(answering body: [UInt8], status: HTTPResponse.Status = .ok) throws -> OAuthClient {
    let names = EndpointName.allCases.map { ($0.rawValue, JSONValue.string("https://as.example/x")) }
    let answer = HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: "application/json"]), body: body)
    return try Fixture.client(
      ScriptedTransport(answer), server: Fixture.metadata(Dictionary(names, uniquingKeysWith: { $1 })))
  }

  /// The number of accepted damaged answers. Each other one must be rejected with an error that can
  /// be shown.
  private func accepted(
    seed: UInt64, _ original: String, _ ask: (OAuthClient) async throws -> Void
  ) async throws -> Int {
    var accepted = 0
    for input in inputs(seed: seed, [original]) {
      do {
        try await ask(client(answering: input))
        accepted += 1
      } catch let error as EndpointError {
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
    return accepted
  }

  @Test func `A damaged device authorization is rejected, or can be shown and polled`() async throws {
    let json =
      #"{"device_code":"dc-1","user_code":"WDJB-MJHT","verification_uri":"https://as.example/d","expires_in":1800,"interval":5}"#
    let count = try await accepted(seed: 8, json) { client in
      let authorization = try await client.deviceAuthorization()
      #expect(UntrustedText(authorization.userCode).description == authorization.userCode)
      #expect(authorization.verificationURI.origin.lowercased().hasPrefix("http"))
      #expect(authorization.expiresIn >= .zero && authorization.interval >= .zero)
    }
    #expect(count > 20)
  }

  @Test func `A damaged introspection is rejected, or its active is the value true`() async throws {
    let json =
      #"{"active":true,"scope":"a b","aud":["x","y"],"exp":1419356238,"cnf":{"jkt":"abc"},"sub":"1","iss":"https://as.example"}"#
    let count = try await accepted(seed: 9, json) { client in
      guard case .active(let token) = try await client.introspect(Secret("at-1")) else { return }
      #expect(token.members["active"] == true)
      #expect(token.audience.isEmpty == (token.members["aud"] == nil || token.members["aud"] == []))
    }
    #expect(count > 20)
  }

  @Test func `A damaged registration is rejected, or has a client id that can be sent`() async throws {
    let json =
      #"{"client_id":"c-1","client_secret":"s-12345","client_secret_expires_at":0,"token_endpoint_auth_method":"client_secret_basic"}"#
    var accepted = 0
    for input in inputs(seed: 10, [json]) {
      let answer = HTTPAnswer(
        HTTPResponse(status: .created, headerFields: [.contentType: "application/json"]), body: input)
      do {
        let registration = try await ClientRegistration.register(
          ClientMetadata(), at: Fixture.metadata(["registration_endpoint": "https://as.example/register"]),
          through: ScriptedTransport(answer))
        accepted += 1
        #expect(!registration.clientID.isEmpty)
        #expect(registration.clientID.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(registration.members["client_secret"] == nil)
      } catch let error as EndpointError {
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
    #expect(accepted > 20)
  }

  @Test func `A damaged exchange and a damaged sign-in on another device are rejected or usable`() async throws {
    let token =
      #"{"access_token":"at-1","issued_token_type":"urn:ietf:params:oauth:token-type:jwt","token_type":"N_A","expires_in":60}"#
    let exchanges = try await accepted(seed: 11, token) { client in
      let exchanged = try await client.exchange(
        TokenExchangeRequest(subject: SecurityToken(Secret("subject"), .jwt)))
      #expect(exchanged.token.byteCount > 0 && !exchanged.issuedTokenType.rawValue.isEmpty)
    }
    #expect(exchanges > 20)
    let request = #"{"auth_req_id":"r-1","expires_in":120,"interval":2}"#
    let begun = try await accepted(seed: 12, request) { client in
      let authentication = try await client.backchannelAuthentication(
        BackchannelAuthenticationRequest(.login("a"), scope: Scope(["openid"])))
      #expect(authentication.expiresIn >= .zero && authentication.interval >= .zero)
    }
    #expect(begun > 20)
  }

  @Test func `A damaged resource document is rejected, or is this resource's`() async throws {
    let resource = try Endpoint("https://resource.example/a")
    let json = #"{"resource":"https://resource.example/a","authorization_servers":["https://as.example"]}"#
    var accepted = 0
    for input in inputs(seed: 13, [json]) {
      let answer = HTTPAnswer(HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: input)
      do {
        let metadata = try await ProtectedResourceMetadata.discover(
          resource,
          through: ScriptedTransport(answer, .text("", status: .notFound), .text("", status: .notFound)))
        accepted += 1
        #expect(ParsedURI.areSameResource(metadata.resource.text, resource.text))
        #expect(metadata.members["resource"] == .string(metadata.resource.text))
        #expect(metadata.authorizationServers.allSatisfy { $0.text.lowercased().hasPrefix("https://") })
      } catch let error as ProtectedResourceError {
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 })
      }
    }
    #expect(accepted > 20)
  }
}

import Crypto
import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// The module oidcc-server from the first request to the last, with all its checks of a provider,
/// for two clients.
@Suite struct ServerFlowConformanceTests {
  static let people = [
    TestServer.ada,
    (
      user: User(subject: Subject(rawValue: "7"), username: "grace", name: "Grace Hopper", email: "grace@example.com"),
      password: Secret(TestServer.password)
    ),
  ]

  /// The values that one client receives.
  struct Flow {
    let clientID: String
    let code: String
    let tokens: TokenAnswer
  }

  /// Discovers the server, registers a client, signs a user in and redeems the code, at the
  /// addresses in the metadata.
  /// - Parameter isProving: Whether the client uses PKCE. The suite uses it in only one module.
  static func flow(
    _ test: RegistrationServer, _ person: User, state: String, mode: String? = nil,
    registering members: [String: JSONValue] = [:], asking changes: Changes = [:], isProving: Bool = true
  ) async throws -> Flow {
    let unproven: Changes =
      isProving ? [:] : ["code_challenge": nil, "code_challenge_method": nil, "code_verifier": nil]
    let metadata = try await test.get("/.well-known/openid-configuration").members
    func path(_ name: String) throws -> String {
      try #require(metadata[name]?.string?.split(separator: TestServer.issuer).last.map(String.init))
    }
    let registered = await test.json(
      .post, try path("registration_endpoint"),
      ["redirect_uris": [.string(RegistrationServer.redirect)]].merging(members) { $1 })
    #expect(registered.status == 201)
    let id = try #require(try registered.members["client_id"]?.string)
    let request = RegistrationServer.authorization(
      id,
      ["state": state, "nonce": "nonce-of-" + state, "scope": "openid profile email", "response_mode": mode]
        .merging(changes) { $1 }.merging(unproven) { $1 })
    #expect(await test.get(try path("authorization_endpoint"), request).status == 200)
    let answer = await test.post(
      "/authorize/decision", TestServer.decision(request, ["username": person.username]))
    let callback = try mode == nil ? answer.callback : Self.posted(answer, test.pages)
    #expect(answer.field("Location")?.contains("#") != true && (answer.field("Location") == nil) == (mode != nil))
    #expect(try callback.single("state") == state && callback.single("iss") == TestServer.issuer)
    #expect(try callback.single("error") == nil && Set(callback.pairs.map(\.name)) == ["code", "state", "iss"])
    let code = try #require(try callback.single("code"))
    let secret = try #require(try registered.members["client_secret"]?.string)
    let redeemed = await test.post(
      try path("token_endpoint"),
      TestServer.redemption(
        code, ["client_id": nil, "redirect_uri": RegistrationServer.redirect].merging(unproven) { $1 }),
      fields: [.authorization: "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()])
    #expect(redeemed.field("Content-Type") == "application/json" && redeemed.field("Cache-Control") == "no-store")
    return Flow(clientID: id, code: code, tokens: try TokenAnswer(redeemed))
  }

  /// Returns the answer in the page that was shown last, which posts it.
  static func posted(_ answer: HTTPAnswer, _ pages: RecordingPages) throws -> FormParameters {
    #expect(answer.status == 200)
    guard case .formPost(let page) = pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page.parameters
  }

  // oidcc-server, oidcc-idtoken-signature, and the same by form_post. The suite's clients have a
  // secret and don't use PKCE. `pixy serve --open-registration` accepts them.
  @Test(
    .covers(
      "OP basic: oidcc-server", "OP basic: oidcc-idtoken-signature", "OP form_post: oidcc-server",
      "OP form_post: oidcc-idtoken-signature", "OP dynamic: oidcc-server", "question: Is OpenID Connect supported",
      "question: Is the c_hash claim correct", "question: Is the c_hash claim present"), arguments: [nil, "form_post"],
    [false, true])
  func `Two clients register and sign two users in, and every answer agrees`(
    mode: String?, isProving: Bool
  ) async throws {
    var policy = RegistrationPolicy(.open)
    policy.proofKey = isProving ? .required : .optionalDespiteCodeInjection
    let test = try RegistrationServer(policy, people: Self.people)
    var flows: [Flow] = []
    for (person, state) in zip(Self.people.map(\.user), ["one", "two & more"]) {
      let flow = try await Self.flow(test, person, state: state, mode: mode, isProving: isProving)
      #expect(flow.tokens.members["token_type"] == "Bearer")
      #expect(flow.tokens.members["expires_in"] == 3_600)
      let (header, claims) = try await test.idToken(flow.tokens)
      // Registration §2: RS256 is the default. The kid is in the key set.
      #expect(header.algorithm == "RS256")
      #expect(try await test.keySet().keys.contains { $0.keyID == header.keyID })
      #expect(claims["iss"] == .string(TestServer.issuer) && claims["aud"] == .string(flow.clientID))
      #expect(claims["sub"] == .string(person.subject.rawValue) && claims["nonce"] == .string("nonce-of-" + state))
      #expect(claims["iat"] == 1_800_000_000 && claims["exp"] == 1_800_003_600)
      let half = Array(SHA256.hash(data: Data(flow.tokens.access.utf8)).prefix(16))
      #expect(claims["at_hash"] == .string(Base64URL.encode(half)) && claims["c_hash"] == nil)
      flows.append(flow)
    }
    // The second sign-in left the tokens of the first unchanged.
    for (flow, person) in zip(flows, Self.people.map(\.user)) {
      let told = await test.get("/userinfo", token: flow.tokens.access)
      #expect(told.status == 200 && told.field("Content-Type") == "application/json")
      #expect(try told.members["sub"] == .string(person.subject.rawValue))
      #expect(try told.members["email"]?.string == person.email)
    }
    #expect(flows[0].code != flows[1].code && flows[0].tokens.access != flows[1].tokens.access)
  }
}

import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// OpenID Connect Core §5.
@Suite(.covers("OpenID Core §5.3.2, server")) struct UserInfoClaimsTests {
  static let grace = User(
    subject: Subject(rawValue: "7"), username: "grace", name: "Grace", email: "grace@example.com",
    claims: [
      "given_name": "Grace", "family_name": "Hopper", "email_verified": true, "phone_number": "+1 555 0100",
      "phone_number_verified": false, "address": ["locality": "Arlington"], "birthdate": "1906-12-09", "sub": "8",
      "name": "Somebody else", "employee": "4711", "iss": "https://other.example", "updated_at": 1_700_000_000,
    ])

  static func server(_ changing: (inout ClientSettings) -> Void = { _ in }) throws -> TestServer {
    try TestServer.withServices(changing, users: InMemoryUserDirectory([(grace, Secret("password"))]))
  }

  static func tokens(
    _ test: TestServer, scope: String, claims: JSONValue? = nil
  ) async throws -> TokenAnswer {
    let code = Secret("code-\(scope)-\(test.database.counts.tokens)")
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.claims = claims
    details.session = SessionID(rawValue: "session-1")
    details.authenticationContext = "urn:example:high"
    details.authenticationMethods = ["pwd", "otp"]
    _ = try await test.database.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: code), grant: GrantID(rawValue: scope), clientID: TestServer.service,
        redirectURI: TestServer.redirect, challenge: try CodeChallenge(Vector.challenge, method: .s256),
        subject: grace.subject, scope: try Scope(parameter: scope),
        expires: test.clock.now.addingTimeInterval(60), rememberedUntil: test.clock.now.addingTimeInterval(60),
        details: details),
      signIn: nil, consuming: nil, request: RequestKey(drawnFrom: SystemRandomSource()))
    let form = TestServer.redemption(code.reveal(), try DPoPTokenTests.authenticated(test))
    return try TokenAnswer(await test.post("/token", form))
  }

  // §5.4, and the modules oidcc-scope-profile, -email, -address, -phone and -all.
  @Test(
    .covers(
      "OP basic: oidcc-scope-profile", "OP basic: oidcc-scope-email", "OP basic: oidcc-scope-address",
      "OP basic: oidcc-scope-phone", "OP basic: oidcc-scope-all", "CVE-2024-29892"))
  func `Each scope releases its claims, and claims of tokens are never a user's`() async throws {
    let test = try Self.server()
    let profile: [String: JSONValue] = [
      "name": "Grace", "preferred_username": "grace", "given_name": "Grace", "family_name": "Hopper",
      "birthdate": "1906-12-09", "updated_at": 1_700_000_000,
    ]
    let email: [String: JSONValue] = ["email": "grace@example.com", "email_verified": true]
    let address: [String: JSONValue] = ["address": ["locality": "Arlington"]]
    let phone: [String: JSONValue] = ["phone_number": "+1 555 0100", "phone_number_verified": false]
    let all = profile.merging(email) { $1 }.merging(address) { $1 }.merging(phone) { $1 }
    for (scope, claims) in [
      ("openid", [:]), ("openid profile", profile), ("openid email", email), ("openid address", address),
      ("openid phone", phone), ("phone address email profile openid", all),
    ] {
      let answer = await test.userInfo(try await Self.tokens(test, scope: scope).access)
      #expect(try answer.members == claims.merging(["sub": "7"]) { $1 })
    }
  }

  // §5.5, and the module oidcc-claims-essential.
  @Test(.covers("OP basic: oidcc-claims-essential", "OP FAPI2: test-claims-parameter-identity-claims"))
  func `The claims parameter releases single claims, each in the place that it names`() async throws {
    let test = try Self.server()
    let asked: JSONValue = [
      "userinfo": [
        "name": ["essential": true], "address": .null, "employee": .null, "iss": .null, "unknown": .null,
      ],
      "id_token": ["email": .null, "exp": ["value": 1], "sub": ["value": "7"], "auth_time": ["essential": true]],
    ]
    let tokens = try await Self.tokens(test, scope: "openid", claims: asked)
    // The client isn't allowed the scope `claim:employee`.
    #expect(
      try await test.userInfo(tokens.access).members
        == ["sub": "7", "name": "Grace", "address": ["locality": "Arlington"]])
    let claims = try await test.idToken(tokens).claims
    #expect(claims["email"] == "grace@example.com" && claims["name"] == nil && claims["sub"] == "7")
    #expect(claims["exp"] == test.seconds(fromNow: 3_600) && claims["iss"] == "https://login.example")
  }

  // §2.
  @Test func `An ID token has acr, amr, auth_time and sid of the sign-in`() async throws {
    let test = try Self.server()
    let claims = try await test.idToken(try await Self.tokens(test, scope: "openid")).claims
    #expect(claims["acr"] == "urn:example:high" && claims["amr"] == ["pwd", "otp"] && claims["sid"] == "session-1")
    #expect(claims["auth_time"] == test.seconds(fromNow: 0))
  }

  // §5.3.2, and the module oidcc-userinfo-rs256.
  @Test func `The answer is signed for a client that is registered for it`() async throws {
    let test = try Self.server({ $0.userInfoAlgorithm = .es256 })
    let token = try await Self.tokens(test, scope: "openid email").access
    let answer = await test.userInfo(token)
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/jwt")
    #expect(answer.field("Cache-Control") == "no-store")
    let claims = try JSONWebSignature(compact: answer.text)
      .verified(by: try await test.keySet(), allowing: [.es256]).claims()
    #expect(
      claims == [
        "sub": "7", "email": "grace@example.com", "email_verified": true, "iss": "https://login.example",
        "aud": "service",
      ])
    let head = await test.server.respond(
      to: HTTPRequest(
        method: .head, scheme: "https", authority: "login.example", path: "/userinfo",
        headerFields: [.authorization: "Bearer \(token)"]), body: [])
    #expect(head.status == 200 && head.body.isEmpty)
  }

  @Test func `A deleted user has no claims`() async throws {
    let people = LeavingDirectory(Self.grace)
    let test = try TestServer.withServices(users: people)
    let token = try await Self.tokens(test, scope: "openid").access
    #expect(await test.userInfo(token).status == 200)
    people.leave()
    #expect(await test.userInfo(token).error == "invalid_token")
  }
}

import DPoPVerification
import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// Tokens bound with DPoP (RFC 9449 §5, §7, §8, §10).
@Suite(.covers("RFC 9449 §4.3, server")) struct DPoPTokenTests {
  static func redeem(_ test: TestServer, _ code: String, _ fields: HTTPFields) async -> HTTPAnswer {
    await test.post("/token", TestServer.redemption(code), fields: fields)
  }

  @Test(
    .covers(
      "RFC 9700 §4.9.2", "RFC 9700 §4.10.1", "question: Are the access tokens bearer tokens",
      "question: Does the test URI require DPoP tokens"))
  func `A token that was requested with a proof is bound to its key, and works only with that key`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let tokens = try TokenAnswer(
      await Self.redeem(test, try await test.savedCode(for: "app"), try proof.field(test)))
    #expect(tokens.members["token_type"] == "DPoP")
    let introspection = try await IntrospectionTests.ask(test, tokens.access).members
    #expect(introspection["cnf"] == ["jkt": .string(proof.thumbprint)] && introspection["token_type"] == "DPoP")
    func userInfo(_ scheme: String, _ fields: HTTPFields) async -> HTTPAnswer {
      var fields = fields
      fields[.authorization] = "\(scheme) \(tokens.access)"
      return await test.get("/userinfo", fields: fields)
    }
    func field(_ proof: PlayedProof, _ changes: [String: JSONValue] = [:]) throws -> HTTPFields {
      try proof.field(test, method: "GET", path: "/userinfo", accessToken: tokens.access, changes)
    }
    #expect(await userInfo("DPoP", try field(proof)).status == 200)
    #expect(await userInfo("dPoP", try field(proof)).status == 200)
    // A stolen token, or a downgrade to Bearer.
    let bearer = await userInfo("Bearer", try field(proof))
    #expect(bearer.status == 401 && bearer.error == "invalid_token")
    #expect(await userInfo("Bearer", [:]).error == "invalid_token")
    let without = await userInfo("DPoP", [:])
    #expect(without.status == 401 && without.error == "invalid_dpop_proof")
    #expect(await userInfo("DPoP", try field(PlayedProof())).error == "invalid_dpop_proof")
    #expect(await userInfo("DPoP", try field(proof, ["ath": .null])).error == "invalid_dpop_proof")
    #expect(await userInfo("DPoP", try field(proof, ["ath": "x"])).error == "invalid_dpop_proof")
    let once = try field(proof)
    #expect(await userInfo("DPoP", once).status == 200)
    #expect(await userInfo("DPoP", once).error == "invalid_dpop_proof")
  }

  @Test func `A rejected resource request has a challenge for each scheme, first that of the request with the error`()
    async throws
  {
    let test = try TestServer.withServices()
    let answer = await test.get("/userinfo", fields: [.authorization: "DPoP unknown"])
    let challenges = answer.response.headerFields[values: .wwwAuthenticate]
    #expect(challenges.last == "Bearer realm=\"https://login.example\"")
    #expect(
      challenges.first?.hasPrefix(
        "DPoP realm=\"https://login.example\", algs=\"ES256 Ed25519 EdDSA PS256\", error=\"invalid_token\"") == true)
    let bearer = await test.get("/userinfo", fields: [.authorization: "Bearer unknown"])
    let first = bearer.response.headerFields[values: .wwwAuthenticate].first
    #expect(first?.hasPrefix("Bearer ") == true && first?.contains("error=\"invalid_token\"") == true)
    let none = await test.get("/userinfo").response.headerFields[values: .wwwAuthenticate]
    #expect(none.count == 2 && none.allSatisfy { !$0.contains("error") })
  }

  @Test func `A bearer token is rejected under the DPoP scheme`() async throws {
    let test = try TestServer.withServices()
    let token = try TokenAnswer(await Self.redeem(test, try await test.savedCode(for: "app"), [:])).access
    let proof = try PlayedProof()
    var fields = try proof.field(test, method: "GET", path: "/userinfo", accessToken: token)
    fields[.authorization] = "DPoP \(token)"
    #expect(await test.get("/userinfo", fields: fields).error == "invalid_token")
  }

  @Test(.covers("question: Are all required DPoP claims present")) func `A wrong proof is rejected and spends nothing`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: "app")
    let proof = try PlayedProof()
    let changes: [[String: JSONValue]] = [
      ["htm": "GET"], ["htu": "https://login.example/revoke"], ["iat": 1_799_990_000], ["iat": 1_800_010_000],
      ["jti": .null], ["htu": .null], ["htm": .null], ["iat": .null],
    ]
    for change in changes {
      #expect(await Self.redeem(test, code, try proof.field(test, change)).error == "invalid_dpop_proof")
    }
    var twice = try proof.field(test)
    for field in try proof.field(test) { twice.append(field) }
    #expect(await Self.redeem(test, code, twice).error == "invalid_dpop_proof")
    let rsa = PlayedProof(key: try ClientKey.rs256.get())
    #expect(await Self.redeem(test, code, try rsa.field(test)).error == "invalid_dpop_proof")
    #expect(await Self.redeem(test, code, try proof.field(test)).status == 200)
  }

  @Test func `A proof works once at the token endpoint`() async throws {
    let test = try TestServer.withServices()
    let fields = try PlayedProof().field(test)
    #expect(await Self.redeem(test, try await test.savedCode(for: "app"), fields).status == 200)
    #expect(await Self.redeem(test, try await test.savedCode(for: "app"), fields).error == "invalid_dpop_proof")
  }

  // §8.
  @Test(.covers("question: Does the server support RFC9449 (DPoP)"))
  func `A server with nonces answers use_dpop_nonce with one, and accepts the proof with it`() async throws {
    let test = try TestServer.withServices(nonces: TimedDPoPNonces(period: .seconds(60), overlap: .seconds(30)))
    let code = try await test.savedCode(for: "app")
    let proof = try PlayedProof()
    let first = await Self.redeem(test, code, try proof.field(test))
    #expect(first.status == 400 && first.error == "use_dpop_nonce")
    let nonce = try #require(first.field("DPoP-Nonce"))
    #expect(await Self.redeem(test, code, try proof.field(test, nonce: "x" + nonce)).error == "use_dpop_nonce")
    let granted = await Self.redeem(test, code, try proof.field(test, nonce: nonce))
    #expect(granted.status == 200 && granted.field("DPoP-Nonce") == nil)
    // §8.2: the answer to a proof with the previous nonce has the newest one.
    test.clock.advance(by: .seconds(61))
    let later = await Self.redeem(test, try await test.savedCode(for: "app"), try proof.field(test, nonce: nonce))
    #expect(later.status == 200 && later.field("DPoP-Nonce") != nil)
    let token = try TokenAnswer(later).access
    var fields = try proof.field(test, method: "GET", path: "/userinfo", accessToken: token)
    fields[.authorization] = "DPoP \(token)"
    let resource = await test.get("/userinfo", fields: fields)
    #expect(resource.status == 401 && resource.error == "use_dpop_nonce" && resource.field("DPoP-Nonce") != nil)
  }

  // §5: "the refresh token MUST be bound" for public clients.
  @Test(.covers("RFC 9700 §4.14"))
  func `A public client's refresh token is bound to the key, and so are the new tokens`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let tokens = try TokenAnswer(await Self.redeem(test, try await test.savedCode(for: "app"), try proof.field(test)))
    let form = TestServer.refreshment(try #require(tokens.refresh))
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.post("/token", form, fields: try PlayedProof().field(test)).error == "invalid_grant")
    let next = try TokenAnswer(await test.post("/token", form, fields: try proof.field(test)))
    #expect(next.members["token_type"] == "DPoP")
    let again = TestServer.refreshment(try #require(next.refresh))
    #expect(await test.post("/token", again).error == "invalid_grant")
  }

  @Test func `A confidential client may change its key at a refresh, but not go without`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.service)
    let form = {
      TestServer.authenticated([("grant_type", "refresh_token"), ("refresh_token", $0)], by: try test.assertion())
    }
    let first = try TokenAnswer(
      await test.post(
        "/token", TestServer.redemption(code, try Self.authenticated(test)), fields: try PlayedProof().field(test)))
    let refresh = try #require(first.refresh)
    #expect(await test.post("/token", try form(refresh)).error == "invalid_grant")
    let other = try PlayedProof()
    let next = try TokenAnswer(await test.post("/token", try form(refresh), fields: try other.field(test)))
    #expect(
      try await IntrospectionTests.ask(test, next.access).members["cnf"] == ["jkt": .string(other.thumbprint)])
  }

  static func authenticated(_ test: TestServer, _ client: String = TestServer.service) throws -> Changes {
    [
      "client_id": client, "client_assertion": try test.assertion(client),
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    ]
  }

  // §10.
  @Test(.covers("question: Is DPoP supported at the authorization endpoint"))
  func `A code that was requested with dpop_jkt needs that key`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    var details = ApprovalDetails()
    details.confirmation = .dpop(jkt: proof.thumbprint)
    let code = try await test.savedCode(for: "app", details: details)
    #expect(await Self.redeem(test, code, [:]).error == "invalid_grant")
    #expect(await Self.redeem(test, code, try PlayedProof().field(test)).error == "invalid_grant")
    #expect(await Self.redeem(test, code, try proof.field(test)).status == 200)
  }

  // §5.2.
  @Test func `A client that is registered with required DPoP must send a proof`() async throws {
    let test = try TestServer.withServices({ $0.requiresDPoP = true })
    #expect(try await ClientCredentialsGrantTests.request(test).error == "invalid_dpop_proof")
    let form = TestServer.authenticated([("grant_type", "client_credentials")], by: try test.assertion())
    #expect(await test.post("/token", form, fields: try PlayedProof().field(test)).status == 200)
  }

  @Test func `A server without DPoP issues bearer tokens, and announces none`() async throws {
    let test = try TestServer()
    let answer = await test.post(
      "/token", TestServer.redemption(try await test.savedCode(for: "app")), fields: try PlayedProof().field(test))
    #expect(try TokenAnswer(answer).members["token_type"] == "Bearer")
    let members = try await test.get("/.well-known/oauth-authorization-server").members
    #expect(members["dpop_signing_alg_values_supported"] == nil)
  }
}

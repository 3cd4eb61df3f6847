import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import Testing

/// The FAPI 2.0 modules that concern keys at the endpoint for pushed requests (RFC 9449 §10).
/// Module names are without `fapi2-security-profile-final-`.
@Suite(.covers("RFC 9449 §4.3, server")) struct FAPI2PushedKeyTests {
  static func push(_ test: TestServer, _ fields: HTTPFields, _ changes: Changes = [:]) async -> HTTPAnswer {
    await test.post("/par", TestServer.authorization(changes), fields: fields)
  }

  static func code(_ test: TestServer, _ answer: HTTPAnswer) async throws -> String {
    #expect(answer.status == 201)
    let uri = try #require(answer.members["request_uri"]?.string)
    return try await test.decide(TestServer.form([("client_id", "app"), ("request_uri", uri)])).callback("code")
  }

  // …-ensure-mismatched-dpop-jkt-fails
  @Test(.covers("OP FAPI2: ensure-mismatched-dpop-jkt-fails"))
  func `A request whose dpop_jkt isn't the proof's key is rejected`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let other = try PlayedProof().thumbprint
    let answer = await Self.push(test, try proof.field(test, path: "/par"), ["dpop_jkt": other])
    #expect(answer.status == 400 && answer.error == "invalid_dpop_proof")
    let same = await Self.push(test, try proof.field(test, path: "/par"), ["dpop_jkt": proof.thumbprint])
    #expect(same.status == 201)
  }

  // …-ensure-dpopproof-at-par-endpoint-binding-success,
  // …-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt
  @Test(
    .covers(
      "OP FAPI2: ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt",
      "OP FAPI2: ensure-dpopproof-at-par-endpoint-binding-success",
      "question: Is DPoP supported at the authorization endpoint"))
  func `A code is bound to the key of the proof with its pushed request`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let code = try await Self.code(test, await Self.push(test, try proof.field(test, path: "/par")))
    #expect(await DPoPTokenTests.redeem(test, code, [:]).error == "invalid_grant")
    #expect(await DPoPTokenTests.redeem(test, code, try PlayedProof().field(test)).error == "invalid_grant")
    let tokens = try TokenAnswer(await DPoPTokenTests.redeem(test, code, try proof.field(test)))
    #expect(tokens.members["token_type"] == "DPoP")
  }

  // …-ensure-token-endpoint-fails-with-mismatched-dpop-jkt, …-dpop-auth-code-binding-success
  @Test(
    .covers(
      "OP FAPI2: ensure-token-endpoint-fails-with-mismatched-dpop-jkt", "OP FAPI2: dpop-auth-code-binding-success"))
  func `A code is bound to the key that dpop_jkt names`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let code = try await Self.code(test, await Self.push(test, [:], ["dpop_jkt": proof.thumbprint]))
    #expect(await DPoPTokenTests.redeem(test, code, try PlayedProof().field(test)).error == "invalid_grant")
    #expect(await DPoPTokenTests.redeem(test, code, try proof.field(test)).status == 200)
  }

  /// Pushes a signed request of `service`, with a proof.
  private func pushObject(
    _ test: TestServer, _ fields: HTTPFields, _ changes: [String: JSONValue] = [:]
  ) async throws -> HTTPAnswer {
    var claims: [String: JSONValue] = ["aud": .string(TestServer.issuer)]
    for pair in TestServer.authorization(["client_id": TestServer.service]).pairs {
      claims[pair.name] = .string(pair.value)
    }
    let object = try ClientKey.es256.get().sign(claims.merging(changes) { $1 }, type: "oauth-authz-req+jwt").reveal()
    let form = TestServer.authenticated(
      [("client_id", TestServer.service), ("request", object)], by: try test.assertion())
    return await test.post("/par", form, fields: fields)
  }

  // RFC 9449 §10.1. Only the parameters inside a request object count (RFC 9126 §3), so the server
  // must store the key of the proof with them.
  @Test func `A code is bound to the key of the proof if the pushed request is a request object`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let pushed = try await pushObject(test, try proof.field(test, path: "/par"))
    #expect(pushed.status == 201, "\(pushed.text)")
    let uri = try #require(pushed.members["request_uri"]?.string)
    let code = try await test.decide(TestServer.form([("client_id", TestServer.service), ("request_uri", uri)]))
      .callback("code")
    func redeem(_ fields: HTTPFields) async throws -> HTTPAnswer {
      await test.post(
        "/token", TestServer.redemption(code, try DPoPTokenTests.authenticated(test)), fields: fields)
    }
    #expect(try await redeem([:]).error == "invalid_grant")
    #expect(try await redeem(try PlayedProof().field(test)).error == "invalid_grant")
    #expect(try TokenAnswer(await redeem(try proof.field(test))).members["token_type"] == "DPoP")
  }

  @Test func `A request object whose dpop_jkt isn't the proof's key is rejected`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    for (jkt, status) in [(try PlayedProof().thumbprint, 400), (proof.thumbprint, 201)] {
      let answer = try await pushObject(test, try proof.field(test, path: "/par"), ["dpop_jkt": .string(jkt)])
      #expect(answer.status == status && answer.error == (status == 400 ? "invalid_dpop_proof" : nil))
    }
  }

  @Test func `A request with a wrong proof, or one for the token endpoint, is rejected`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    #expect(await Self.push(test, try proof.field(test)).error == "invalid_dpop_proof")
    let once = try proof.field(test, path: "/par")
    #expect(await Self.push(test, once).status == 201)
    #expect(await Self.push(test, once).error == "invalid_dpop_proof")
  }
}

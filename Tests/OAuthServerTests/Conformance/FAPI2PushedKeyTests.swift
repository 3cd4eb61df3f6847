import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

/// What the FAPI 2.0 modules want of keys at the endpoint for pushed requests (RFC 9449 §10). Names without
/// `fapi2-security-profile-final-`.
@Suite struct FAPI2PushedKeyTests {
  static func push(_ test: TestServer, _ fields: HTTPFields, _ changes: Changes = [:]) async -> HTTPAnswer {
    await test.post("/par", TestServer.authorization(changes), fields: fields)
  }

  static func code(_ test: TestServer, _ answer: HTTPAnswer) async throws -> String {
    #expect(answer.status == 201)
    let uri = try #require(answer.members["request_uri"]?.string)
    return try await test.decide(TestServer.form([("client_id", "app"), ("request_uri", uri)])).callback("code")
  }

  // …-ensure-mismatched-dpop-jkt-fails
  @Test func `A request whose dpop_jkt isn't the proof's key is refused`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let other = try PlayedProof().thumbprint
    let answer = await Self.push(test, try proof.field(test, path: "/par"), ["dpop_jkt": other])
    #expect(answer.status == 400 && answer.error == "invalid_dpop_proof")
    let same = await Self.push(test, try proof.field(test, path: "/par"), ["dpop_jkt": proof.thumbprint])
    #expect(same.status == 201)
  }

  // …-ensure-dpopproof-at-par-endpoint-binding-success, …-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt
  @Test func `A code is for the key of the proof with which its request was pushed`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let code = try await Self.code(test, await Self.push(test, try proof.field(test, path: "/par")))
    #expect(await DPoPTokenTests.redeem(test, code, [:]).error == "invalid_grant")
    #expect(await DPoPTokenTests.redeem(test, code, try PlayedProof().field(test)).error == "invalid_grant")
    let tokens = try TokenAnswer(await DPoPTokenTests.redeem(test, code, try proof.field(test)))
    #expect(tokens.members["token_type"] == "DPoP")
  }

  // …-ensure-token-endpoint-fails-with-mismatched-dpop-jkt, …-dpop-auth-code-binding-success
  @Test func `A code is for the key that dpop_jkt names`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    let code = try await Self.code(test, await Self.push(test, [:], ["dpop_jkt": proof.thumbprint]))
    #expect(await DPoPTokenTests.redeem(test, code, try PlayedProof().field(test)).error == "invalid_grant")
    #expect(await DPoPTokenTests.redeem(test, code, try proof.field(test)).status == 200)
  }

  @Test func `A wrong proof, or one for the token endpoint, pushes nothing`() async throws {
    let test = try TestServer.withServices()
    let proof = try PlayedProof()
    #expect(await Self.push(test, try proof.field(test)).error == "invalid_dpop_proof")
    let once = try proof.field(test, path: "/par")
    #expect(await Self.push(test, once).status == 201)
    #expect(await Self.push(test, once).error == "invalid_dpop_proof")
  }
}

import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The log")
struct NoSecretInLogsTests {
  @Test("of every kind of request holds no secret, in any encoding that was sent", .covers("RFC 9700 §4.9.2"))
  func wholeFlow() async throws {
    let test = try TestServer()
    var secrets = [
      TestServer.password, TestServer.clientSecret, Vector.verifier, Vector.challenge, "st4te-of-the-client", "ada",
      "hunter2",
    ]
    let code = try await test.code()
    let first = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    secrets += [code, first.access, second.access]
    secrets += [try #require(first.refresh), try #require(second.refresh)]
    _ = await test.userInfo(second.access)
    _ = await test.decide(TestServer.authorization(), ["password": "hunter2"])
    _ = await test.decide(TestServer.authorization(), ["decision": "deny"])
    _ = await test.decide(TestServer.authorization(), fields: [.origin: "https://evil.example"])
    _ = await test.get("/authorize", TestServer.authorization(["code_challenge_method": nil]))
    _ = await test.get("/authorize", TestServer.authorization(["redirect_uri": "https://hunter2.example"]))
    _ = await test.get("/authorize", TestServer.authorization(["client_id": "hunter2"]))
    let form = TestServer.redemption(code, ["client_id": "web", "client_secret": TestServer.clientSecret])
    _ = await test.post("/token", form)
    _ = await test.post("/token", TestServer.redemption(code, ["client_id": "web", "client_secret": "hunter2"]))
    _ = await test.post("/token", TestServer.redemption(code, ["code_verifier": nil]))
    _ = await test.post("/token", TestServer.refreshment(try #require(first.refresh)))
    _ = await test.post("/token", TestServer.redemption(code))
    _ = await test.userInfo(second.access)

    let third = try await test.tokens()
    _ = await test.post("/revoke", TestServer.revocation(third.access))
    _ = await test.post("/revoke", TestServer.revocation(try #require(third.refresh)))
    _ = await test.post("/revoke", TestServer.revocation("hunter2", ["client_id": "hunter2"]))
    secrets += [third.access, try #require(third.refresh)]

    #expect(test.log.records.count > 10)
    for record in test.log.records {
      for secret in secrets {
        #expect(!record.contains(secret))
        #expect(!record.contains(FormParameters.formEncode(secret)))
      }
    }
  }

  @Test("and descriptions of stored records and pages hold no secret")
  func descriptions() async throws {
    let test = try TestServer()
    _ = await test.get("/authorize", TestServer.authorization())
    let hash = SecretHash(of: Secret("hunter2"))
    var text = "\(try #require(test.pages.last)) \(hash)"
    dump(test.pages.last, to: &text)
    dump(hash, to: &text)
    dump(RegisteredClient.Kind.confidential(secretHash: hash), to: &text)
    #expect(!text.contains("st4te-of-the-client"))
    #expect(!text.contains(Vector.challenge))
    #expect(!text.contains("\(hash.bytes[0]), \(hash.bytes[1])"))
  }
}

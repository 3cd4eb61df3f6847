import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Request objects that are encrypted for the server (RFC 9101 §6.1, OpenID Connect Core §6.3.1).
@Suite(.covers("OpenID Core §6.1, server")) struct EncryptedRequestObjectTests {
  private let sealing = SigningKeySeal.newKey(random: SeededRandomSource())

  private func test(former: [Secret] = []) throws -> TestServer {
    let keys = try SigningKeySeal(key: sealing, former: former).requestObjectKeys()
    return try TestServer(asking: [try RequestObjects.client()]) { $0.requests.decryptionKeys = keys }
  }

  private func encrypted(
    _ object: String, _ sealing: Secret? = nil, with algorithm: KeyManagementAlgorithm = .ecdhESA256KW,
    content: ContentEncryptionAlgorithm = .a256GCM
  ) throws -> String {
    let key = try SigningKeySeal(key: sealing ?? self.sealing).requestObjectKeys()[0].encryptionKey
    return try key.encrypt(Array(object.utf8), with: algorithm, content: content, contentType: "JWT")
  }

  @Test func `A signed object is accepted in each of the announced encryptions`() async throws {
    let test = try test()
    let metadata = try await test.metadata()
    let algorithms = try #require(metadata["request_object_encryption_alg_values_supported"]?.strings)
    let contents = try #require(metadata["request_object_encryption_enc_values_supported"]?.strings)
    #expect(Set(algorithms) == ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"])
    #expect(Set(contents) == Set(ContentEncryptionAlgorithm.allCases.map(\.rawValue)))
    for algorithm in algorithms {
      for content in contents {
        let object = try encrypted(
          try RequestObjects.signed(), with: try #require(KeyManagementAlgorithm(rawValue: algorithm)),
          content: try #require(ContentEncryptionAlgorithm(rawValue: content)))
        #expect(try await test.decide(RequestObjects.request(object)).callback("code").utf8.count == 40)
      }
    }
    let pushed = try await test.reference(RequestObjects.request(try encrypted(try RequestObjects.signed())))
    #expect(try await test.decide(TestServer.referring(pushed)).callback("code").utf8.count == 40)
  }

  // A key for encryption must not verify signatures (RFC 7517 §4.2).
  @Test func `The key is published for encryption, without its private member`() async throws {
    let keys = try #require(try await test().keySet()["keys"]?.array)
    let published = keys.compactMap(\.object).filter { $0["use"] == "enc" }
    #expect(published.count == 1)
    #expect(Set(try #require(published.first).keys) == ["kty", "crv", "x", "y", "kid", "use"])
    let own = try SigningKeySeal(key: sealing).requestObjectKeys()[0]
    #expect(published.first?["kid"]?.string == own.keyID && own.keyID == own.encryptionKey.thumbprint)
    #expect(try await TestServer(asking: []).keySet()["keys"]?.array?.contains { $0.object?["use"] == "enc" } == false)
  }

  @Test(.covers("CVE-2026-9793"))
  func `Another key's encryption, a changed one, and unsigned content are rejected`() async throws {
    let test = try test()
    let good = try encrypted(try RequestObjects.signed())
    let objects = [
      try encrypted(try RequestObjects.signed(), SigningKeySeal.newKey()), String(good.dropLast(4)) + "AAAA",
      try encrypted(RequestObjects.unsigned()), try encrypted("{}"), try encrypted(""), try encrypted(good),
      try encrypted(try RequestObjects.signed(by: RequestObjects.other)), "a.b.c.d.e", "....",
      try encrypted(String(repeating: "x", count: 20_000)),
    ]
    for object in objects {
      let pushed = try await test.push(RequestObjects.request(object))
      #expect(pushed.status == 400, "\(object.prefix(20))")
      #expect(["invalid_request_object", "request_not_supported"].contains(pushed.error), "\(object.prefix(20))")
    }
    let without = try TestServer(asking: [try RequestObjects.client()])
    let refused = try await without.push(RequestObjects.request(good))
    #expect(refused.error == "invalid_request_object")
    #expect(try await without.metadata()["request_object_encryption_alg_values_supported"] == nil)
  }

  @Test func `A former sealing key's objects are accepted, and every process derives the same key`() async throws {
    let former = SigningKeySeal.newKey()
    let object = try encrypted(try RequestObjects.signed(), former)
    let after = try test(former: [former])
    #expect(try await after.decide(RequestObjects.request(object)).callback("code").utf8.count == 40)
    #expect(try await test().push(RequestObjects.request(object)).error == "invalid_request_object")
    let (one, other) = (try SigningKeySeal(key: sealing), try SigningKeySeal(key: sealing))
    #expect(try one.requestObjectKeys() == other.requestObjectKeys())
  }

  // OpenID Connect Registration §2: the client may use it, and may leave it out.
  @Test func `A client registers its encryption, if the server has a key for it`() async throws {
    let keys = try SigningKeySeal(key: sealing).requestObjectKeys()
    let members: [String: JSONValue] = [
      "request_object_encryption_alg": "ECDH-ES", "request_object_encryption_enc": "A256GCM",
    ]
    let server = try RegistrationServer(decryptionKeys: keys)
    let answer = try await server.registered(members)
    #expect(answer["request_object_encryption_alg"] == "ECDH-ES")
    #expect(answer["request_object_encryption_enc"] == "A256GCM")
    // One that no server has, and one that this one has no key for.
    for algorithm in ["RSA1_5", "RSA-OAEP-256"] as [JSONValue] {
      let (error, description) = try await server.refusal(["request_object_encryption_alg": algorithm])
      #expect(error == "invalid_client_metadata" && description.contains("ECDH-ES, ECDH-ES+A128KW"))
      #expect(!description.contains("RSA-OAEP"), "\(description)")
    }
    let without = try RegistrationServer()
    for algorithm in ["RSA1_5", "ECDH-ES"] as [JSONValue] {
      let (_, description) = try await without.refusal(["request_object_encryption_alg": algorithm])
      #expect(description.contains("no encrypted request objects") && !description.contains("ECDH"), "\(description)")
    }
  }
}

extension TestServer {
  fileprivate func metadata() async throws -> [String: JSONValue] {
    try await get("/.well-known/oauth-authorization-server").members
  }

  fileprivate func keySet() async throws -> [String: JSONValue] { try await get("/jwks").members }
}

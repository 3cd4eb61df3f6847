import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §10.1.1, server")) struct KeySetTests {
  // RFC 7517 §4, §5.
  @Test func `The key set has only public keys, the signing key first`() async throws {
    let old = try OpenIDKeys.es256.get()
    let test = try TestServer.openID(alsoPublished: [old.verificationKey])
    let answer = await test.get("/jwks")
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/json")
    #expect(answer.field("Cache-Control") == "public, max-age=3600")
    #expect(answer.field("Access-Control-Allow-Origin") == "*")
    let keys = try #require(try answer.members["keys"]?.array).compactMap(\.object)
    #expect(keys.map { $0["kid"] } == ["rs-1", "es-1"])
    #expect(Set(keys[0].keys) == ["kty", "kid", "use", "alg", "n", "e"])
    #expect(Set(keys[1].keys) == ["kty", "kid", "use", "alg", "crv", "x", "y"])
    #expect(keys.allSatisfy { $0["use"] == "sig" } && keys.map { $0["alg"] } == ["RS256", "ES256"])
    let read = try await test.keySet()
    #expect(read.skippedKeyCount == 0 && read.keys.map(\.thumbprint).last == old.verificationKey.thumbprint)
  }

  @Test func `The key set answers HEAD, rejects other methods, and doesn't exist without keys`() async throws {
    let test = try TestServer.openID()
    let head = await test.server.respond(
      to: HTTPRequest(method: .head, scheme: nil, authority: nil, path: "/jwks"), body: [])
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.field("Content-Length") == String(await test.get("/jwks").body.count))
    let post = await test.post("/jwks", FormParameters())
    #expect(post.status == 405 && post.field("Allow") == "GET, HEAD")
    #expect(await test.get("/jwks/").status == 404)
    #expect(try await TestServer().get("/jwks").status == 404)
  }

  @Test func `Below an issuer with a path are the keys and the metadata with their address`() async throws {
    let test = try TestServer(
      issuer: "https://login.example/tenant", signingKeys: SigningKeys(signing: OpenIDKeys.es256.get()))
    let metadata = try await test.get("/tenant/.well-known/openid-configuration").members
    #expect(metadata["jwks_uri"] == "https://login.example/tenant/jwks")
    #expect(await test.get("/tenant/jwks").status == 200)
    #expect(await test.get("/jwks").status == 404)
  }

  // Core §10.1.1. All servers share one database. Only their keys differ.
  @Test func `During a key change old signatures verify, and refreshed tokens are signed with the new key`()
    async throws
  {
    let old = try OpenIDKeys.rs256.get()
    let new = try OpenIDKeys.next.get()
    let test = try TestServer.openID(OpenIDKeys.rs256)
    let stages = [
      try SigningKeys(signing: old), try SigningKeys(signing: old, alsoPublished: [new.verificationKey]),
      try SigningKeys(signing: new, alsoPublished: [old.verificationKey]), try SigningKeys(signing: new),
    ]
    var answer = try await test.tokens(["scope": "openid"])
    let first = try #require(answer.members["id_token"]?.string)
    var signers: [String?] = []
    for (stage, keys) in stages.enumerated() {
      let server = try AuthorizationServer(
        configuration: AuthorizationServerConfiguration(
          issuer: Issuer(TestServer.issuer), scopes: Scope(["openid", "profile", "email"]), signingKeys: keys),
        database: test.database, clients: InMemoryClientStore(TestServer.clients(openID: true)),
        users: InMemoryUserDirectory([TestServer.ada]), pages: test.pages,
        clock: test.clock.wallClock, random: SeededRandomSource(seed: UInt64(stage) + 10), logger: test.log.logger())
      let form = TestServer.refreshment(try #require(answer.refresh))
      answer = try TokenAnswer(
        await server.respond(
          to: HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/token",
            headerFields: [.contentType: "application/x-www-form-urlencoded"]),
          body: Array(form.formEncoded().utf8)))
      let set = try JSONWebKeySet(
        bytes: await server.respond(
          to: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/jwks"), body: []
        ).body)
      let token = try JSONWebSignature(compact: try #require(answer.members["id_token"]?.string))
      signers.append(try token.verified(by: set, allowing: [.rs256]).header.keyID)
      let isOldKnown = (try? JSONWebSignature(compact: first).verified(by: set, allowing: [.rs256])) != nil
      #expect(isOldKnown == (stage < 3), "stage \(stage)")
    }
    #expect(signers == ["rs-1", "rs-1", "rs-2", "rs-2"])
  }

  @Test(.covers("question: Is the client secret long enough", "question: Is the token mac correct"))
  func `Keys without a kid, with a repeated kid, and secret keys are rejected`() throws {
    let key = try OpenIDKeys.es256.get()
    let other = try OpenIDKeys.rs256.get().verificationKey
    let secret = Secret("a secret of more than thirty-two bytes")
    #expect(throws: SigningKeysError.noKeyID) { try SigningKeys(signing: SigningKey.generate(.es256)) }
    #expect(throws: SigningKeysError.noKeyID) { try SigningKeys(signing: SigningKey.generate(.es256, keyID: "")) }
    #expect(throws: SigningKeysError.noKeyID) {
      try SigningKeys(signing: SigningKey(secret: secret, algorithm: .hs256))
    }
    #expect(throws: SigningKeysError.repeatedKeyID("es-1")) {
      try SigningKeys(signing: key, alsoPublished: [other, key.verificationKey])
    }
    #expect(throws: SigningKeysError.notPublic("h")) {
      try SigningKeys(signing: SigningKey.generate(.hs256, keyID: "h"))
    }
    #expect(throws: SigningKeysError.notPublic("s")) {
      try SigningKeys(signing: key, alsoPublished: [JSONWebKey(secret: secret, keyID: "s")])
    }
    var members = try #require(other.publicJWK?.object)
    members["use"] = "enc"
    members["alg"] = nil
    let encrypts = try JSONWebKey(.object(members))
    #expect(throws: SigningKeysError.notPublic("rs-1")) { try SigningKeys(signing: key, alsoPublished: [encrypts]) }
    #expect(throws: SigningKeysError.repeatedAlgorithm("ES256")) {
      try SigningKeys(signing: key, alsoSigning: [SigningKey.generate(.es256, keyID: "es-2")])
    }
    for error in [SigningKeysError.noKeyID, .repeatedKeyID("\u{202E}x"), .notPublic("x"), .repeatedAlgorithm("x")] {
      #expect(error.step == .configuration && !error.explanation.contains("\u{202E}") && !error.remedy.isEmpty)
    }
  }

  @Test func `Descriptions of a server's keys and configuration show no private key`() throws {
    let keys = try SigningKeys(signing: OpenIDKeys.es256.get())
    let configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(TestServer.issuer), scopes: Scope(["openid"]), signingKeys: keys)
    var text = "\(keys) \(configuration)"
    dump(configuration, to: &text)
    let jwk = try JSONValue(bytes: Array(keys.signing.privateJWK().reveal().utf8))
    #expect(!text.contains(try #require(jwk.object?["d"]?.string)))
  }
}

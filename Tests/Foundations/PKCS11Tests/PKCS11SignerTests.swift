#if os(Linux)
import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import PKCS11
import Testing

/// Keys in a real token, SoftHSM's.
@Suite(
  .covers("RFC 7515 §5.1"), .serialized,
  .enabled(if: PrivateToken.isAvailable, "Scripts/with/softhsm runs these tests with a token"))
struct PKCS11SignerTests {
  private func signer(
    _ key: String = "p256", _ algorithm: SignatureAlgorithm = .es256, token: String = PrivateToken.label,
    pin: Secret = PrivateToken.pin, keyID: String? = nil
  ) async throws -> PKCS11Signer {
    try await PKCS11Signer(
      PrivateToken.module.get(), token: token, key: key, algorithm: algorithm, pin: pin, keyID: keyID)
  }

  @Test(
    arguments: [
      ("p256", .es256), ("p384", .es384), ("p521", .es512), ("rsa", .rs256), ("rsa", .rs384), ("rsa", .rs512),
      ("rsa", .ps256), ("rsa", .ps384), ("rsa", .ps512),
    ] as [(String, SignatureAlgorithm)])
  func `A client assertion that a token signed is verified with the token's public key`(
    _ key: String, _ algorithm: SignatureAlgorithm
  ) async throws {
    let signer = try await signer(key, algorithm, keyID: "registered")
    #expect(signer.algorithm == algorithm && signer.verificationKey.keyID == "registered")
    let transport = ScriptedTransport(.json(["access_token": "at", "token_type": "Bearer"]))
    let client = OAuthClient(
      id: "app", authentication: .privateKeyJWT(signer), server: try Self.server(), transport: transport)
    _ = try await client.refresh(Secret("rt"))
    let form = try FormParameters(
      decoding: String(decoding: try #require(transport.exchanges.first).body, as: UTF8.self))
    let assertion = try JSONWebSignature(compact: try #require(try form.single("client_assertion")))
    let claims = try assertion.verified(by: JSONWebKeySet([signer.verificationKey]), allowing: [algorithm]).claims()
    #expect(assertion.header.keyID == "registered" && claims["iss"] == "app")
  }

  // RFC 9449 §4.2.
  @Test func `Tokens are bound to a key in a token, by parallel requests too`() async throws {
    let prover = try DPoPProver(try await signer())
    let answers = (0..<20).map { HTTPAnswer.json(["access_token": .string("at-\($0)"), "token_type": "DPoP"]) }
    let transport = ScriptedTransport(results: answers.map { .success($0) })
    let client = OAuthClient(id: "app", server: try Self.server(), prover: prover, transport: transport)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { _ = try await client.refresh(Secret("rt-\(number)")) } }
      try await group.waitForAll()
    }
    var identifiers: Set<String> = []
    for exchange in transport.exchanges {
      let proof = try JSONWebSignature(compact: try #require(exchange.request.headerFields[.init("DPoP") ?? .age]))
      let key = try JSONWebKey(try #require(proof.header.members["jwk"]))
      #expect(key.thumbprint == prover.thumbprint)
      let claims = try proof.verified(by: JSONWebKeySet([key]), allowing: [.es256], type: .exactly("dpop+jwt")).claims()
      identifiers.insert(try #require(claims["jti"]?.string))
    }
    #expect(identifiers.count == 20)
  }

  @Test func `What isn't there is named`() async throws {
    await #expect(throws: PKCS11Error.noToken("absent")) { try await signer(token: "absent") }
    await #expect(throws: PKCS11Error.noKey("absent")) { try await signer("absent") }
    await #expect(throws: PKCS11Error.noKey("twice")) { try await signer("twice") }
    await #expect(throws: PKCS11Error.unusablePublicKey("rsa")) { try await signer("rsa", .es256) }
    await #expect(throws: PKCS11Error.unusablePublicKey("p384")) { try await signer("p384", .es256) }
    await #expect(throws: PKCS11Error.unusablePublicKey("p256")) { try await signer("p256", .rs256) }
    await #expect(throws: PKCS11Error.unsupportedAlgorithm("EdDSA")) { try await signer("p256", .edDSA) }
    #expect(throws: PKCS11Error.noLibrary("/nowhere/library.so")) { try PKCS11Module("/nowhere/library.so") }
    let ordinary = try #require(ProcessInfo.processInfo.environment["PIXY_PKCS11"]) + ".absent"
    #expect(throws: PKCS11Error.noLibrary(ordinary)) { try PKCS11Module(ordinary) }
  }

  // The token "second" has no key. A wrong PIN there counts against no other test.
  @Test func `A wrong PIN is an error that shows no PIN`() async throws {
    let error = await #expect(throws: PKCS11Error.self) { try await signer(token: "second", pin: Secret("999999")) }
    #expect(error == .wrongPIN && error?.description.contains("999999") == false)
  }

  @Test func `A description shows the algorithm and the public key's thumbprint only`() async throws {
    let signer = try await signer()
    #expect("\(signer)" == "PKCS11Signer(ES256, \(signer.verificationKey.thumbprint))")
  }

  private static func server() throws -> AuthorizationServerMetadata {
    AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"))
  }
}
#endif

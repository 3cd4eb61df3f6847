import OAuthCore
import Testing

@testable import JOSE

@Suite struct SigningKeyTests {
  @Test(arguments: SignatureAlgorithm.allCases)
  func `A generated key's signature is accepted by its verification key`(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let token = try key.sign(["sub": "me"], type: "JWT").reveal()
    let signature = try JSONWebSignature(compact: token)
    let verified = try signature.verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [algorithm], type: .exactly("JWT"))
    #expect(try verified.claims() == ["sub": "me"])
  }
}

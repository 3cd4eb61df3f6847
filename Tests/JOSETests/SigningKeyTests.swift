import OAuthCore
import Testing

@testable import JOSE

@Suite struct SigningKeyTests {
  @Test(arguments: SignatureAlgorithm.allCases)
  func `what a fresh key signs, its verification key accepts`(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let token = try key.sign(["sub": "me"], type: "JWT").reveal()
    let signature = try JSONWebSignature(compact: token)
    let verified = try signature.verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [algorithm], type: .exactly("JWT"))
    #expect(try verified.claims() == ["sub": "me"])
  }
}

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

  @Test func `A signed token and its payload are in no description or dump`() throws {
    let key = try SigningKey.generate(.es256, keyID: "k1")
    let signature = try JSONWebSignature(compact: key.sign(["sub": "ada"], type: "JWT").reveal())
    let verified = try signature.verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [.es256], type: .exactly("JWT"))
    for value: Any in [signature, verified] {
      var dumped = ""
      dump(value, to: &dumped)
      // An array of bytes is written as numbers.
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(text.contains("ES256") && text.count < 60, "\(text)")
      }
      #expect(Mirror(reflecting: value).children.isEmpty)
    }
  }
}

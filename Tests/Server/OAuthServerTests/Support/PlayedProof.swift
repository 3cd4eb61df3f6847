import Crypto
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import PKCE

/// A maker of DPoP proofs, valid or not (RFC 9449 §4.2).
struct PlayedProof {
  let key: SigningKey

  init(key: SigningKey) {
    self.key = key
  }

  init() throws {
    key = try SigningKey.generate(.es256)
  }

  var thumbprint: String { key.verificationKey.thumbprint }

  /// Returns a header field with a proof, by default for the token endpoint.
  func field(
    _ test: TestServer, method: String = "POST", path: String = "/token", accessToken: String? = nil,
    nonce: String? = nil, _ changes: [String: JSONValue] = [:]
  ) throws -> HTTPFields {
    var claims: [String: JSONValue] = [
      "jti": .string(UUID().uuidString), "htm": .string(method), "htu": .string(TestServer.issuer + path),
      "iat": test.seconds(fromNow: 0),
    ]
    claims["nonce"] = nonce.map { .string($0) }
    claims["ath"] = accessToken.map { .string(Base64URL.encode(Array(SHA256.hash(data: Data($0.utf8))))) }
    let proof = try key.sign(
      claims.merging(changes) { $1 }, type: "dpop+jwt", header: ["jwk": key.verificationKey.publicJWK ?? .null])
    var fields: HTTPFields = [:]
    if let name = HTTPField.Name("DPoP") { fields[name] = proof.reveal() }
    return fields
  }
}

import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// The JWS in JSON form of RFC 7515 and RFC 7520, read and written.
@Suite(.covers("RFC 7515 §7.2", "RFC 7515 appendix F", "RFC 7520 §4.1")) struct JSONFormVectorTests {
  /// Returns the algorithm of each valid signature, or the code of its error.
  private static func results(_ json: String, _ keys: JSONWebKeySet) throws(JOSEError) -> [String] {
    try JSONWebSignature.signatures(json: json).map { signature in
      do throws(JOSEError) {
        return try signature.get().verified(by: keys, allowing: Set(SignatureAlgorithm.allCases)).algorithm.rawValue
      } catch {
        return error.code
      }
    }
  }

  @Test func `All examples are present`() {
    #expect(Vector.ofKind("jws-json").count == 17)
    #expect(Vector.ofKind("jws-json").count { $0["results"]?.array?.count == 3 } == 1)
  }

  // RFC 7515 A.6 and A.7, RFC 7520 §4.1 to §4.8. The algorithm of §4.7 and of the second signature
  // of §4.8 isn't protected, and §4.5 has detached content.
  @Test(arguments: Vector.ofKind("jws-json"))
  func `Each signature of the specifications is accepted, or rejected for its reason`(vector: Vector) throws {
    let keys = try JSONWebKeySet(vector.value("jwks"))
    let text = String(decoding: try vector.value("json").bytes(), as: UTF8.self)
    guard let expected = vector["results"]?.strings else {
      let error = #expect(throws: JOSEError.self) { try JSONWebSignature.signatures(json: text) }
      #expect(error?.code == (try vector.text("results")))
      return
    }
    #expect(try Self.results(text, keys) == expected)
    // With the last bit of the payload changed, no signature is valid.
    var members = try #require(vector.value("json").object)
    var payload = try Base64URL.decode(#require(members["payload"]?.string))
    payload[payload.count - 1] ^= 1
    members["payload"] = .string(Base64URL.encode(payload))
    let changed = String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
    #expect(
      try Self.results(changed, keys) == expected.map { $0.hasPrefix("jws_") ? $0 : "jws_invalid_signature" })
    // Nor with the keys of the others.
    let others = JSONWebKeySet(keys.keys.filter { $0.keyType == .okp })
    #expect(try !Self.results(text, others).contains { SignatureAlgorithm(rawValue: $0) != nil })
  }

  @Test(arguments: ["rfc7520-4.1", "rfc7520-4.4"])
  func `A deterministic algorithm reproduces the flattened form of the specification`(id: String) async throws {
    let vector = try Vector.named(id)
    let algorithm = try #require(SignatureAlgorithm(rawValue: vector.text("alg")))
    let key = try SigningKey(jwk: vector.value("private_jwk"), algorithm: algorithm)
    let payload = try Base64URL.decode(vector.text("payload_b64u"))
    let written = try await JSONWebSignature.json(payload, signedBy: key)
    #expect(try JSONValue(bytes: Array(written.utf8)) == Vector.named(id + "-flattened").value("json"))
  }
}

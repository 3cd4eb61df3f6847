#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import DPoPVerification
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE

/// A DPoP proof whose every part can be made wrong, and the request that carries it.
struct ForgedProof {
  static let now: Int64 = 1_800_000_000
  static let address = "https://rs.example/a/b"

  var key: SigningKey
  var type: String? = "dpop+jwt"
  var header: [String: JSONValue] = [:]
  var claims: [String: JSONValue] = [
    "jti": "-BwC3ESc6acc2lTc", "htm": "GET", "htu": .string(address), "iat": .integer(now),
  ]

  init(_ key: SigningKey) {
    self.key = key
    header["jwk"] = key.verificationKey.publicJWK
  }

  /// Returns the proof with some claims changed or removed.
  func with(_ changes: [String: JSONValue?]) -> ForgedProof {
    var proof = self
    for (name, value) in changes { proof.claims[name] = value }
    return proof
  }

  func text() throws -> String {
    try key.sign(claims, type: type, header: header.filter { $0.value != .null }).reveal()
  }

  func fields() throws -> HTTPFields {
    [.dpop: try text()]
  }

  static func request(_ method: HTTPRequest.Method = .get, _ path: String = "/a/b") -> HTTPRequest {
    HTTPRequest(method: method, scheme: "https", authority: "rs.example", path: path)
  }

  static func target(_ request: HTTPRequest = request()) throws -> DPoPTarget {
    DPoPTarget(request, at: try Endpoint("https://rs.example"))
  }
}

extension DPoPProofChecker {
  /// Returns the reason why a proof is rejected, or nil if it is accepted.
  func failure(
    _ fields: HTTPFields, for target: DPoPTarget, accessToken: Secret? = nil, boundTo: String? = nil
  ) -> DPoPProofError? {
    do throws(DPoPProofError) {
      _ = try examine(fields, for: target, accessToken: accessToken, boundTo: boundTo)
      return nil
    } catch {
      return error
    }
  }
}

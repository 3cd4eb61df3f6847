#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Crypto
import DPoPVerification
import HTTPTypes
import JOSE
import Logging
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import PKCE

@testable import OAuth

/// A resource, and an authorization server that signs any token that a test needs.
struct TestResource {
  static let now: Int64 = 1_800_000_000
  static let identifier = "https://rs.example/api"
  static let metadata = "https://rs.example/.well-known/oauth-protected-resource/api"

  let clock = ManualClock()
  let issuerKey: SigningKey
  let proofKey: SigningKey
  let prover: DPoPProver
  let logs = LogCollector()
  var presentation = TokenPresentation()
  var nonces: (any DPoPNonces)?
  var takesDPoP = true
  /// The checker that replaces the one for JWTs.
  var tokens: (any AccessTokenChecker)?

  init() throws {
    issuerKey = try SigningKey.generate(.es256, keyID: "k1")
    proofKey = try SigningKey.generate(.es256)
    prover = try DPoPProver(proofKey)
  }

  func server() throws -> ResourceServer {
    let issuer = try Issuer("https://as.example")
    let signed = JWTAccessTokens(
      JWTAccessTokenPolicy(issuer: issuer, audience: [Self.identifier]),
      keys: JSONWebKeySet([issuerKey.verificationKey]), clock: clock.wallClock)
    let proofs = DPoPProofChecker(
      nonces: nonces, usedTokenIDs: InMemoryUsedTokenIDs(clock: clock.wallClock), clock: clock.wallClock)
    return ResourceServer(
      ResourceDescription(
        try Endpoint(Self.identifier), authorizationServers: [issuer], scopes: try Scope(["read", "write"])),
      tokens: tokens ?? signed, proofs: takesDPoP ? proofs : nil, presentation: presentation, logger: logs.logger(),
      clock: clock.wallClock)
  }

  /// Returns a valid token with some claims changed or removed.
  func token(_ changes: [String: JSONValue?] = [:]) throws -> Secret {
    var claims: [String: JSONValue] = [
      "iss": "https://as.example", "sub": "ada", "aud": .string(Self.identifier), "exp": .integer(Self.now + 600),
      "iat": .integer(Self.now), "jti": "t-1", "client_id": "app", "scope": "read",
    ]
    for (name, value) in changes { claims[name] = value }
    return try issuerKey.sign(claims, type: "at+jwt")
  }

  /// Returns a valid token that is bound to the client's key.
  func boundToken(_ changes: [String: JSONValue?] = [:]) throws -> Secret {
    try token(changes.merging(["cnf": ["jkt": .string(prover.thumbprint)]]) { left, _ in left })
  }

  func request(_ authorization: String? = nil, _ path: String = "/api/things") -> HTTPRequest {
    var request = HTTPRequest(method: .get, scheme: "https", authority: "rs.example", path: path)
    request.headerFields[.authorization] = authorization
    return request
  }

  /// Returns a request with a token and Pixy's own proof.
  func proved(_ token: Secret, _ path: String = "/api/things", scheme: String = "DPoP", seed: UInt64 = 1)
    async throws -> HTTPRequest
  {
    var request = request("\(scheme) \(token.reveal())", path)
    request.headerFields[.dpop] = try await prover.proof(
      for: request, accessToken: token, nonce: prover.nonce(for: request), at: clock.now,
      random: SeededRandomSource(seed: seed)
    ).reveal()
    return request
  }

  /// Returns a request with a token and a defective proof.
  func forged(
    _ token: Secret, _ changes: [String: JSONValue?] = [:], type: String? = "dpop+jwt", key: SigningKey? = nil,
    header: [String: JSONValue] = [:]
  ) throws -> HTTPRequest {
    let key = key ?? proofKey
    var claims: [String: JSONValue] = [
      "jti": "forged", "htm": "GET", "htu": "https://rs.example/api/things", "iat": .integer(Self.now),
      "ath": .string(Base64URL.encode(SHA256.hash(data: Array(token.reveal().utf8)))),
    ]
    for (name, value) in changes { claims[name] = value }
    let jwk = ["jwk": key.verificationKey.publicJWK ?? .null].merging(header) { $1 }
    var request = request("DPoP \(token.reveal())")
    request.headerFields[.dpop] = try key.sign(claims, type: type, header: jwk.filter { $0.value != .null }).reveal()
    return request
  }
}

extension ResourceServer {
  /// Returns the refusal of a request; `nil` if the request is authorized.
  func refusal(
    _ request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    requiring requirement: AccessRequirement = .token
  ) async -> AccessRefusal? {
    do throws(AccessRefusal) {
      _ = try await access(to: request, body: body, certificate: certificate, requiring: requirement)
      return nil
    } catch {
      return error
    }
  }
}

extension AccessRefusal {
  /// The status and the challenges, as they are sent.
  var wire: [String] {
    ["\(answer.response.status.code)"] + answer.response.headerFields[values: .wwwAuthenticate]
  }
}

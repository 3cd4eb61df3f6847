internal import Crypto
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
public import JOSE
internal import OAuthCore
internal import PKCE
internal import Synchronization

/// A key that tokens are bound to, and the nonces that servers gave for proving possession of it (RFC 9449).
///
/// Make one for each account and give it to ``OAuthClient``: its token requests then carry proofs, its tokens are bound to
/// the key, and requests with those tokens carry proofs too. Several tasks may share it. A token that was bound to a lost
/// key can't be used any more.
public final class DPoPProver: Sendable {
  /// The private key.
  public let key: SigningKey
  /// For each origin the newest nonce it gave (RFC 9449 §8, §9).
  private let nonces = Mutex<[String: String]>([:])

  /// Takes the key that proofs are signed with.
  ///
  /// - Parameter key: of an asymmetric algorithm that the server announces in `dpop_signing_alg_values_supported`;
  ///   ES256 is what all of them know.
  /// - Throws: ``DPoPError/symmetricKey`` for an HMAC's secret, which proves nothing to somebody who doesn't have it.
  public init(_ key: SigningKey) throws(DPoPError) {
    guard !key.algorithm.isSymmetric else { throw .symmetricKey }
    self.key = key
  }

  /// A prover with a fresh ES256 key.
  ///
  /// - Throws: what `SigningKey.generate` throws, which is only if the cryptographic library fails.
  public static func generate() throws -> DPoPProver {
    try DPoPProver(SigningKey.generate(.es256))
  }

  /// The key's thumbprint: the `jkt` of bound tokens and the `dpop_jkt` of authorization requests (RFC 9449 §6.1, §10).
  public var thumbprint: String { key.verificationKey.thumbprint }

  /// A fresh proof for one request (RFC 9449 §4.2). It's never used for a second one.
  ///
  /// - Parameters:
  ///   - request: method and address decide; query and header fields aren't covered.
  ///   - accessToken: the one that the request carries, for requests to resources.
  ///   - date: what time it is.
  ///   - random: where the `jti` comes from.
  func proof(
    for request: HTTPRequest, accessToken: Secret? = nil, at date: Date, random: any RandomSource
  ) throws -> Secret {
    var claims: [String: JSONValue] = [
      "jti": .string(Base64URL.encode(random.exactly(16))),
      "htm": .string(request.method.rawValue),
      "htu": .string(Self.origin(of: request) + (request.path.map { String($0.prefix { $0 != "?" }) } ?? "/")),
      "iat": .integer(Int64(date.timeIntervalSince1970)),
    ]
    claims["nonce"] = nonce(for: request).map { .string($0) }
    claims["ath"] = accessToken.map {
      .string(Base64URL.encode(SHA256.hash(data: Array($0.reveal().utf8))))
    }
    return try key.sign(claims, type: "dpop+jwt", header: ["jwk": key.verificationKey.publicJWK ?? .null])
  }

  /// Keeps the nonce that came with an answer for the next proof to that origin (RFC 9449 §8.2).
  ///
  /// - Returns: whether there was one, and a new one.
  @discardableResult
  func remember(_ answer: HTTPAnswer, to request: HTTPRequest) -> Bool {
    guard let nonce = answer.response.headerFields[.dpopNonce], Self.isNonce(nonce) else { return false }
    let origin = Self.origin(of: request)
    return nonces.withLock { nonces in
      // Only a client that is sent around could come to so many; it gets new nonces when it asks again.
      if nonces.count >= Self.maximumOrigins, nonces[origin] == nil { nonces.removeAll() }
      return nonces.updateValue(nonce, forKey: origin) != nonce
    }
  }

  /// The nonce that the next proof for the request's origin will have.
  private func nonce(for request: HTTPRequest) -> String? {
    nonces.withLock { $0[Self.origin(of: request)] }
  }

  /// RFC 9449 §8.1: the characters of a nonce, and not more of them than a header field needs.
  private static func isNonce(_ text: String) -> Bool {
    (1...1_024).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
  }

  private static func origin(of request: HTTPRequest) -> String {
    "\(request.scheme ?? "https")://\(request.authority ?? "")"
  }

  private static let maximumOrigins = 64
}

extension DPoPProver: CustomStringConvertible {
  /// The thumbprint of the public key.
  public var description: String { "DPoPProver(\(thumbprint))" }
}

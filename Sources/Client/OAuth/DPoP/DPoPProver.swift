internal import Crypto
internal import FoundationBasics
package import HTTPTypes
public import JOSE
internal import OAuthCore
internal import PKCE
internal import Synchronization

/// A key that tokens are bound to, and the nonces that servers sent for its proofs (RFC 9449).
///
/// Create one for each account and pass it to ``OAuthClient``. The client's token requests then
/// have proofs, its tokens are bound to the key, and requests with these tokens have proofs too.
/// Several tasks can share it. If the key is lost, tokens that are bound to it can no longer be
/// used.
///
/// A `TokenSession` stores a `SigningKey` with the tokens. Of another signer it stores only the
/// thumbprint: create a prover with the same signer at each start.
public final class DPoPProver: Sendable {
  /// The private key, or the access to one in hardware.
  public let signer: any Signer
  /// The newest nonce of each origin (RFC 9449 §8, §9).
  private let nonces = Mutex<[String: String]>([:])

  /// A prover with an existing key.
  ///
  /// - Parameter signer: A `SigningKey`, or a signer whose key is in hardware, for an asymmetric
  ///   algorithm that the server announces in `dpop_signing_alg_values_supported`. All servers
  ///   support ES256.
  /// - Throws: ``DPoPError/symmetricKey`` for an HMAC secret, which a resource couldn't verify.
  public init(_ signer: any Signer) throws(DPoPError) {
    guard !signer.algorithm.isSymmetric else { throw .symmetricKey }
    self.signer = signer
  }

  /// Generates a prover with a new ES256 key.
  ///
  /// - Throws: The error of `SigningKey.generate`, if the cryptographic library fails.
  public static func generate() throws -> DPoPProver {
    try DPoPProver(SigningKey.generate(.es256))
  }

  /// The newest nonce of each origin, for a later run of the program. Nonces aren't secret.
  package var knownNonces: [String: String] { nonces.withLock { $0 } }

  /// Starts with the nonces of an earlier run, so that the first request needs no second attempt.
  package func restore(_ nonces: [String: String]) {
    let usable = nonces.filter { Self.isNonce($0.value) }
    self.nonces.withLock { $0.merge(usable) { own, _ in own } }
  }

  /// The key's thumbprint: the `jkt` of bound tokens and the `dpop_jkt` of authorization requests
  /// (RFC 9449 §6.1, §10).
  public var thumbprint: String { signer.verificationKey.thumbprint }

  /// Signs a new proof for one request (RFC 9449 §4.2).
  ///
  /// - Parameters:
  ///   - request: The request. The proof covers its method and its address without the query.
  ///   - accessToken: The access token of the request, for requests to resources.
  ///   - nonce: The server's nonce: the one of ``nonce(for:)``, or of the answer that asked for it.
  ///     Default: none.
  ///   - date: The current time.
  ///   - random: The source of the `jti`.
  /// - Throws: `SignerError` or `CancellationError` if a key outside of this process doesn't sign;
  ///   what the cryptographic library throws.
  func proof(
    for request: HTTPRequest, accessToken: Secret? = nil, nonce: String? = nil, at date: Date,
    random: any RandomSource
  ) async throws -> Secret {
    var claims: [String: JSONValue] = [
      "jti": .string(Base64URL.encode(random.exactly(16))),
      "htm": .string(request.method.rawValue),
      "htu": .string(Self.origin(of: request) + (request.path.map { String($0.prefix { $0 != "?" }) } ?? "/")),
      "iat": .integer(Int64(date.timeIntervalSince1970)),
    ]
    claims["nonce"] = nonce.map { .string($0) }
    claims["ath"] = accessToken.map {
      .string(Base64URL.encode(SHA256.hash(data: Array($0.reveal().utf8))))
    }
    return try await signer.jwt(
      claims, type: "dpop+jwt", header: ["jwk": signer.verificationKey.publicJWK ?? .null])
  }

  /// Stores the nonce of an answer for the next proof to that origin (RFC 9449 §8.2).
  ///
  /// - Returns: The nonce; `nil` if the answer has none or an invalid one.
  @discardableResult
  func storeNonce(from answer: HTTPAnswer, to request: HTTPRequest) -> String? {
    guard let nonce = answer.response.headerFields[.dpopNonce], Self.isNonce(nonce) else { return nil }
    let origin = Self.origin(of: request)
    return nonces.withLock { nonces in
      // Only a client that is redirected from server to server reaches so many. It gets new nonces
      // when it asks again.
      if nonces.count >= Self.maximumOrigins, nonces[origin] == nil { nonces.removeAll() }
      nonces[origin] = nonce
      return nonce
    }
  }

  /// Returns the newest nonce of the request's origin; `nil` if it sent none.
  package func nonce(for request: HTTPRequest) -> String? {
    nonces.withLock { $0[Self.origin(of: request)] }
  }

  /// Whether a text has the characters of a nonce (RFC 9449 §8.1) and at most 1,024 of them.
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

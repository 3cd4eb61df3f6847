public import JOSE
internal import OAuthCore

/// The conditions under which a server accepts DPoP proofs (RFC 9449 §4.3, §11.1).
public struct DPoPProofPolicy: Sendable, Hashable {
  /// The accepted signature algorithms. HMAC algorithms are never among them.
  public let algorithms: Set<SignatureAlgorithm>
  /// The longest time since a proof's creation, by the server's clock.
  public let past: Duration
  /// The longest time by which a proof's `iat` may be ahead of the server's clock. Clients' clocks
  /// are wrong in both directions.
  public let future: Duration

  /// The algorithms that FAPI 2.0 allows: ES256, PS256 and EdDSA, which is also called Ed25519 (RFC
  /// 9864 §2.2).
  public static let strictAlgorithms: Set<SignatureAlgorithm> = [.es256, .ps256, .edDSA, .ed25519]
  /// The largest accepted size of a proof, in bytes. The largest RSA key and its signature need
  /// about 3,000, those of ML-DSA-87 about 11,000.
  public static let maximumBytes = 16_384
  /// The largest accepted size of a `jti`, in bytes.
  public static let maximumTokenIDBytes = 256

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - algorithms: The accepted algorithms. HMAC algorithms are removed (§4.3, 5). Default:
  ///     ``strictAlgorithms``.
  ///   - past: The longest time since a proof's creation, from 10 s to 10 min. Values outside this
  ///     range are set to the nearer limit. Without `UsedTokenIDs`, an attacker can repeat an
  ///     observed proof within this time.
  ///   - future: The longest time by which `iat` may be in the future, from 10 s to 10 min. Values
  ///     outside this range are set to the nearer limit. A shorter time would reject clients with
  ///     slightly fast clocks.
  public init(
    algorithms: Set<SignatureAlgorithm> = DPoPProofPolicy.strictAlgorithms, past: Duration = .seconds(60),
    future: Duration = .seconds(15)
  ) {
    self.algorithms = algorithms.filter { !$0.isSymmetric }
    self.past = min(max(past, .seconds(10)), .seconds(600))
    self.future = min(max(future, .seconds(10)), .seconds(600))
  }

  /// The names of the algorithms in alphabetic order, for `dpop_signing_alg_values_supported` (RFC
  /// 9449 §5.1) and the `algs` of a challenge (§7.1).
  public var algorithmNames: [String] { algorithms.map(\.rawValue).sorted() }
}

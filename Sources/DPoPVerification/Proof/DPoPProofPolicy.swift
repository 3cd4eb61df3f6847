public import JOSE
internal import OAuthCore

/// Which DPoP proofs a server accepts (RFC 9449 §4.3, §11.1).
public struct DPoPProofPolicy: Sendable, Hashable {
  /// The signature algorithms accepted; none for secrets is ever among them.
  public let algorithms: Set<SignatureAlgorithm>
  /// How long after it was made a proof is accepted, by the server's clock.
  public let past: Duration
  /// How far ahead of the server's clock a proof's `iat` may be, as clients' clocks are wrong either way.
  public let future: Duration

  /// ES256, PS256 and EdDSA: what FAPI 2.0 allows.
  public static let strictAlgorithms: Set<SignatureAlgorithm> = [.es256, .ps256, .edDSA]
  /// The most octets that a proof may have. The largest RSA key and its signature need about 3,000.
  public static let maximumOctets = 8_192
  /// The most octets that a `jti` may have.
  public static let maximumTokenIDOctets = 256

  /// A policy.
  ///
  /// - Parameters:
  ///   - algorithms: those for secrets are left out (§4.3, 5).
  ///   - past: from 10 s to 10 min; what is outside counts as the nearer of the two. Within it a proof that somebody saw
  ///     could be used again, if no ``UsedTokenIDs`` are kept.
  ///   - future: from 10 s to 10 min, likewise. Less would shut out clients whose clocks are a little fast.
  public init(
    algorithms: Set<SignatureAlgorithm> = DPoPProofPolicy.strictAlgorithms, past: Duration = .seconds(60),
    future: Duration = .seconds(15)
  ) {
    self.algorithms = algorithms.filter { !$0.isSymmetric }
    self.past = min(max(past, .seconds(10)), .seconds(600))
    self.future = min(max(future, .seconds(10)), .seconds(600))
  }

  /// The algorithms' names in alphabetic order: for `dpop_signing_alg_values_supported` (RFC 9449 §5.1) and the `algs` of a
  /// challenge (§7.1).
  public var algorithmNames: [String] { algorithms.map(\.rawValue).sorted() }
}

extension Duration {
  /// The duration as seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

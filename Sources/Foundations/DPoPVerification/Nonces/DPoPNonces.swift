public import FoundationBasics

/// A generator and verifier of nonces for DPoP proofs (RFC 9449 §8, §9).
///
/// A proof with such a nonce can't have been created long before the request (§11.2). Servers use
/// ``TimedDPoPNonces``. A test may use its own type, such as one that changes the nonce with every
/// request.
public protocol DPoPNonces: Sendable {
  /// Returns the newest nonce. It may be the same for many clients and for some time.
  ///
  /// - Parameter now: The current moment.
  /// - Returns: At least one character of `NQCHAR`, and no other characters (§8.1).
  func nonce(at now: Date) -> String

  /// Returns whether a proof with this nonce is accepted. It must accept the value that
  /// ``nonce(at:)`` just returned, or no client is ever accepted.
  ///
  /// - Parameters:
  ///   - nonce: The nonce of the proof, which may be forged.
  ///   - now: The current moment.
  func accepts(_ nonce: String, at now: Date) -> Bool
}

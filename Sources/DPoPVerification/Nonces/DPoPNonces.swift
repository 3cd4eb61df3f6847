#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What gives clients nonces for their DPoP proofs and knows them again (RFC 9449 §8, §9).
///
/// A proof with such a nonce can't have been made long before the request (§11.2). ``TimedDPoPNonces`` is the kind for servers; a test
/// may put another in its place, such as one that changes its nonce with every request.
public protocol DPoPNonces: Sendable {
  /// The newest nonce, which may be the same for many clients and for a while.
  ///
  /// - Parameter now: the present moment.
  /// - Returns: characters of `NQCHAR` alone (§8.1), at least one.
  func nonce(at now: Date) -> String

  /// Whether a proof with this nonce is accepted. It must accept what ``nonce(at:)`` just gave, or clients never get in.
  ///
  /// - Parameters:
  ///   - nonce: what the proof has, which anybody may have written.
  ///   - now: the present moment.
  func accepts(_ nonce: String, at now: Date) -> Bool
}

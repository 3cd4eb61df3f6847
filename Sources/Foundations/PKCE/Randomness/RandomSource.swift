/// A source of random bytes.
///
/// Verifiers, `state` and `nonce` are drawn from a random source. Programs use the default,
/// ``SystemRandomSource``. Tests pass a seeded source, so that each run produces the same values.
///
/// - Important: Outside of tests, a source must be cryptographically secure. An attacker who can
///   predict a verifier can redeem an intercepted authorization code (RFC 7636 §7.1). A seeded
///   generator, a clock, or `Int.random` with a custom generator isn't secure.
public protocol RandomSource: Sendable {
  /// Draws fresh bytes. No two calls return the same bytes.
  ///
  /// Pixy calls it from any thread, and from several threads at once. A source that returns too few
  /// bytes makes no value shorter or weaker: Pixy draws the missing bytes from
  /// ``SystemRandomSource``. Surplus bytes are ignored.
  ///
  /// - Parameter count: The number of bytes, 0 or more.
  func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
  /// Draws exactly `count` bytes from this source. If a broken source returns too few, the system's
  /// bytes fill the rest.
  ///
  /// - Parameter count: The number of bytes, 0 or more.
  package func exactly(_ count: Int) -> [UInt8] {
    var bytes = self.bytes(count)
    if bytes.count < count {
      bytes += SystemRandomSource().bytes(count - bytes.count)
    } else if bytes.count > count {
      bytes.removeLast(bytes.count - count)
    }
    return bytes
  }
}

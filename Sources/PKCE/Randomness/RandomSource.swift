/// Where random octets come from.
///
/// Verifiers, `state` and `nonce` are drawn from one of these. Programs use ``SystemRandomSource``, the default
/// everywhere; tests inject a seeded source so that what they check is the same on every run.
///
/// - Important: Outside tests a source must be cryptographically secure: whoever can predict a verifier can redeem an
///   intercepted authorization code (RFC 7636 §7.1). A seeded generator, a clock or `Int.random` of a custom generator
///   isn't.
public protocol RandomSource: Sendable {
  /// Draws fresh octets; no two calls hand out the same ones.
  ///
  /// Called from any thread, also from several at once. A source that gives fewer octets than asked for doesn't make
  /// anything shorter or weaker: Pixy draws what is missing from ``SystemRandomSource``, and ignores what is too much.
  ///
  /// - Parameter count: how many octets, 0 or more.
  func octets(_ count: Int) -> [UInt8]
}

extension RandomSource {
  /// Exactly `count` octets of this source, completed by the system's where a broken source gives too few.
  ///
  /// - Parameter count: how many octets, 0 or more.
  package func exactly(_ count: Int) -> [UInt8] {
    var octets = self.octets(count)
    if octets.count < count {
      octets += SystemRandomSource().octets(count - octets.count)
    } else if octets.count > count {
      octets.removeLast(octets.count - count)
    }
    return octets
  }
}

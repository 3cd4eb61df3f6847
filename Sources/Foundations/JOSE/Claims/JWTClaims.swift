package import FoundationBasics
package import OAuthCore

/// The claims of a verified JWT, read strictly (RFC 7519 §4.1).
///
/// ID tokens, logout tokens, JWT access tokens and signed responses share these checks of
/// registered claims. A claim that is `null` counts as absent. A claim of a wrong type is an error,
/// except for claims that the caller didn't ask for and no check needs: ``usableText(_:)`` and its
/// siblings read them. Their absence must grant nothing.
package struct JWTClaims: Sendable {
  /// All claims as received.
  package let members: [String: JSONValue]

  /// Reads the claims of a verified JWS.
  package init(_ signature: VerifiedSignature) throws(JOSEError) {
    members = try signature.claims()
  }

  /// Wraps claims without a signature. The caller must state in its own documentation why it trusts
  /// them.
  package init(unverified members: [String: JSONValue]) {
    self.members = members
  }

  /// Returns a string claim that no check needs; nil if it is missing, empty or of another type.
  package func usableText(_ name: String) -> String? {
    members[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns an array of strings that no check needs; nil if it is missing or of another type.
  package func usableTexts(_ name: String) -> [String]? { members[name]?.strings }

  /// Returns a NumericDate claim that no check needs; nil if it is missing or no time.
  package func usableTime(_ name: String) -> Date? { (try? time(name)) ?? nil }

  /// Returns a string claim, or nil without it.
  package func text(_ name: String) throws(JWTClaimsError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw .malformed(name) }
    return text
  }

  /// Returns a string claim that must be present and not empty.
  package func requiredText(_ name: String) throws(JWTClaimsError) -> String {
    guard let text = try text(name) else { throw .missing(name) }
    guard !text.isEmpty else { throw .malformed(name) }
    return text
  }

  /// Returns a claim that is an array of strings, or nil without it.
  package func texts(_ name: String) throws(JWTClaimsError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = value.strings else { throw .malformed(name) }
    return texts
  }

  /// Returns a claim that is an object, or nil without it.
  package func object(_ name: String) throws(JWTClaimsError) -> [String: JSONValue]? {
    guard let value = value(name) else { return nil }
    guard let object = value.object else { throw .malformed(name) }
    return object
  }

  /// Returns a NumericDate claim, or nil without it (RFC 7519 §2). The value is in seconds, from
  /// 1970 to the year 9999.
  package func time(_ name: String) throws(JWTClaimsError) -> Date? {
    let seconds: Double
    switch value(name) {
    case nil: return nil
    case .integer(let value)?: seconds = Double(value)
    case .number(let value)?: seconds = value
    default: throw .malformed(name)
    }
    guard (0...253_402_300_799).contains(seconds) else { throw .malformed(name) }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Returns `aud` as an array of one or more values (RFC 7519 §4.1.3).
  package func audience() throws(JWTClaimsError) -> [String] {
    guard let value = value("aud") else { throw .missing("aud") }
    if let one = value.string { return [one] }
    guard let several = value.strings, !several.isEmpty else { throw .malformed("aud") }
    return several
  }

  /// Checks that `iss` is present and equal to the expected issuer, byte for byte.
  package func checkIssuer(_ expectedIssuer: String) throws(JWTClaimsError) {
    let issuer = try requiredText("iss")
    guard issuer.utf8.elementsEqual(expectedIssuer.utf8) else { throw .wrongIssuer(UntrustedText(issuer)) }
  }

  /// Checks that `aud` contains one of the names, and returns the whole `aud`.
  package func checkAudience(_ names: Set<String>) throws(JWTClaimsError) -> [String] {
    let audience = try audience()
    guard audience.contains(where: names.contains) else { throw .wrongAudience }
    return audience
  }

  /// Checks `exp`, `nbf` and `iat`, if present, against the current time.
  ///
  /// - Parameters:
  ///   - now: The current moment.
  ///   - tolerance: The accepted difference between this clock and the issuer's.
  ///   - acceptsFuture: Whether an `iat` in the future is accepted. RFC 7519 §4.1.6 doesn't forbid it.
  ///     Default: no, because at least one of the clocks is wrong.
  /// - Throws: ``JWTClaimsError`` with the distance to the current time, in whole seconds.
  package func checkTimes(
    now: Date, tolerance: ClockTolerance, acceptingFuture acceptsFuture: Bool = false
  ) throws(JWTClaimsError) {
    if let end = try time("exp"), now.timeIntervalSince(end) >= tolerance.seconds {
      throw .expired(secondsAgo: Self.wholeSeconds(now.timeIntervalSince(end)))
    }
    if let start = try time("nbf"), start.timeIntervalSince(now) > tolerance.seconds {
      throw .notYetValid(secondsAhead: Self.wholeSeconds(start.timeIntervalSince(now)))
    }
    if let issuedAt = try time("iat"), issuedAt.timeIntervalSince(now) > tolerance.seconds, !acceptsFuture {
      throw .issuedInFuture(secondsAhead: Self.wholeSeconds(issuedAt.timeIntervalSince(now)))
    }
  }

  /// Returns a NumericDate claim that must be present.
  package func requiredTime(_ name: String) throws(JWTClaimsError) -> Date {
    guard let time = try time(name) else { throw .missing(name) }
    return time
  }

  /// Rounds away from zero, so that a fraction of a second doesn't appear as 0 s. The times are at
  /// most 253 thousand million seconds apart, so the conversion can't overflow.
  package static func wholeSeconds(_ interval: TimeInterval) -> Int64 {
    Int64(interval.rounded(.awayFromZero))
  }

  private func value(_ name: String) -> JSONValue? {
    members[name].flatMap { $0 == .null ? nil : $0 }
  }
}

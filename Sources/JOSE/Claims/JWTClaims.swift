#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import OAuthCore

/// The claims of a JWT whose signature was checked, read strictly (RFC 7519 §4.1).
///
/// ID tokens, logout tokens, JWT access tokens and signed answers check the same registered claims through it. A claim
/// that is `null` counts as absent; one of another type than the specification's is an error, never ignored.
package struct JWTClaims: Sendable {
  /// All claims as they came.
  package let members: [String: JSONValue]

  /// Takes the claims out of a verified JWS.
  package init(_ signature: VerifiedSignature) throws(JOSEError) {
    members = try signature.claims()
  }

  /// Takes claims that nobody signed, where they are worth something for another reason: whoever calls it says which.
  package init(unverified members: [String: JSONValue]) {
    self.members = members
  }

  /// A claim that is a text, or nil without it.
  package func text(_ name: String) throws(JWTClaimsError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw .malformed(name) }
    return text
  }

  /// A claim that must be there and be a text with at least one character.
  package func requiredText(_ name: String) throws(JWTClaimsError) -> String {
    guard let text = try text(name) else { throw .missing(name) }
    guard !text.isEmpty else { throw .malformed(name) }
    return text
  }

  /// A claim that is a list of texts, or nil without it.
  package func texts(_ name: String) throws(JWTClaimsError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = value.strings else { throw .malformed(name) }
    return texts
  }

  /// A claim that is an object, or nil without it.
  package func object(_ name: String) throws(JWTClaimsError) -> [String: JSONValue]? {
    guard let value = value(name) else { return nil }
    guard let object = value.object else { throw .malformed(name) }
    return object
  }

  /// A claim that is a NumericDate, or nil without it (RFC 7519 §2): a number of seconds, from 1970 to the year 9999.
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

  /// The `aud`, as a list of one or more (RFC 7519 §4.1.3).
  package func audience() throws(JWTClaimsError) -> [String] {
    guard let value = value("aud") else { throw .missing("aud") }
    if let one = value.string { return [one] }
    guard let several = value.strings, !several.isEmpty else { throw .malformed("aud") }
    return several
  }

  /// Checks that `iss` is there and is the issuer expected, octet for octet.
  package func checkIssuer(_ expected: String) throws(JWTClaimsError) {
    let issuer = try requiredText("iss")
    guard issuer.utf8.elementsEqual(expected.utf8) else { throw .wrongIssuer(UntrustedText(issuer)) }
  }

  /// Checks that one of the names is in `aud`, and gives all of it.
  package func checkAudience(_ names: Set<String>) throws(JWTClaimsError) -> [String] {
    let audience = try audience()
    guard audience.contains(where: names.contains) else { throw .wrongAudience }
    return audience
  }

  /// Checks `exp`, `nbf` and `iat` of those that are there against the time.
  ///
  /// - Parameters:
  ///   - now: the present moment.
  ///   - tolerance: by how much this clock and the issuer's may differ.
  /// - Throws: what the times that are wrong miss the present by, in whole seconds.
  package func checkTimes(now: Date, tolerance: ClockTolerance) throws(JWTClaimsError) {
    if let end = try time("exp"), now.timeIntervalSince(end) >= tolerance.seconds {
      throw .expired(secondsAgo: Self.wholeSeconds(now.timeIntervalSince(end)))
    }
    if let start = try time("nbf"), start.timeIntervalSince(now) > tolerance.seconds {
      throw .notYetValid(secondsAhead: Self.wholeSeconds(start.timeIntervalSince(now)))
    }
    if let issued = try time("iat"), issued.timeIntervalSince(now) > tolerance.seconds {
      throw .issuedInFuture(secondsAhead: Self.wholeSeconds(issued.timeIntervalSince(now)))
    }
  }

  /// A NumericDate that must be there.
  package func requiredTime(_ name: String) throws(JWTClaimsError) -> Date {
    guard let time = try time(name) else { throw .missing(name) }
    return time
  }

  /// Away from zero, so that a fraction of a second doesn't read as none. The times are within 253 thousand million.
  package static func wholeSeconds(_ interval: TimeInterval) -> Int64 {
    Int64(interval.rounded(.awayFromZero))
  }

  private func value(_ name: String) -> JSONValue? {
    members[name].flatMap { $0 == .null ? nil : $0 }
  }
}

internal import FoundationBasics
internal import OAuthCore
internal import PixyWire

/// A token's kind, its contents, and the outcome of each check.
struct TokenReport: Sendable {
  let decoded: DecodedToken
  let checks: [TokenCheck]
  let now: Date

  /// Whether the signature is valid and no check failed.
  var isVerified: Bool {
    checks.contains { $0.name == "signature" && $0.outcome == .passed } && !checks.contains { $0.outcome == .failed }
  }

  /// The report as lines of text.
  var lines: [String] {
    var lines = ["This is \(decoded.kind.words).", ""]
    if !decoded.header.isEmpty { lines += ["Header"] + WireText.lines(pairs(decoded.header), indent: 2) + [""] }
    if !decoded.claims.isEmpty { lines += ["Claims"] + WireText.lines(pairs(decoded.claims), indent: 2) + [""] }
    lines.append(verdict)
    return lines + checks.map { "  " + $0.line }
  }

  /// One line: verified, or not verified and the reason.
  var verdict: String {
    if isVerified { return "VERIFIED" }
    if [.opaque, .encrypted].contains(decoded.kind) {
      return "NOT VERIFIED: only the server can validate this token."
    }
    let wrong = checks.filter { $0.outcome == .failed }.map(\.name)
    return wrong.isEmpty
      ? "NOT VERIFIED: without a signature check, anyone could have written this."
      : "NOT VERIFIED: the \(wrong.joined(separator: ", ")) is wrong."
  }

  /// The report for programs.
  var json: JSONValue {
    [
      "version": 1, "kind": .string(decoded.kind.rawValue), "header": .object(decoded.header),
      "claims": .object(decoded.claims), "verified": .bool(isVerified), "checks": .array(checks.map(\.json)),
    ]
  }

  private static let times: Set<String> = ["exp", "nbf", "iat", "auth_time", "updated_at"]

  private func pairs(_ members: [String: JSONValue]) -> [ShownPair] {
    members.sorted { $0.key < $1.key }.map { name, value in
      var text = UntrustedText(WireText.text(value)).description
      if Self.times.contains(name), let moment = Self.moment(value) {
        text += "  (\(TimeInWords.text(moment, now: now)))"
      }
      return ShownPair(name: UntrustedText(name).description, value: text)
    }
  }

  private static func moment(_ value: JSONValue) -> Date? {
    let seconds: Double
    switch value {
    case .integer(let whole): seconds = Double(whole)
    case .number(let number): seconds = number
    default: return nil
    }
    // The range of NumericDate values that ISO 8601 can print with a four-digit year.
    return (0...253_402_300_799).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }
}

/// A finding in a trace or in a server's metadata: a mistake, a risk, or a noteworthy fact.
struct WireFinding: Sendable, Hashable {
  enum Severity: Sendable, Hashable {
    /// An attack is possible.
    case danger
    /// The specification is violated, or the step failed.
    case problem
    /// Allowed, but noteworthy.
    case note

    var word: String {
      switch self {
      case .danger: "Danger"
      case .problem: "Problem"
      case .note: "Note"
      }
    }
  }

  let severity: Severity
  /// The finding, with the section of the specification.
  let text: String

  static func danger(_ text: String) -> WireFinding { WireFinding(severity: .danger, text: text) }
  static func problem(_ text: String) -> WireFinding { WireFinding(severity: .problem, text: text) }
  static func note(_ text: String) -> WireFinding { WireFinding(severity: .note, text: text) }
}

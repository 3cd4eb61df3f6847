/// A finding in a trace or in a server's metadata: a mistake, a risk, or a noteworthy fact.
package struct WireFinding: Sendable, Hashable {
  package enum Severity: Sendable, Hashable {
    /// An attack is possible.
    case danger
    /// The specification is violated, or the step failed.
    case problem
    /// Allowed, but noteworthy.
    case note

    package var word: String {
      switch self {
      case .danger: "Danger"
      case .problem: "Problem"
      case .note: "Note"
      }
    }
  }

  package let severity: Severity
  /// The finding, with the section of the specification.
  package let text: String

  package static func danger(_ text: String) -> WireFinding { WireFinding(severity: .danger, text: text) }
  package static func problem(_ text: String) -> WireFinding { WireFinding(severity: .problem, text: text) }
  package static func note(_ text: String) -> WireFinding { WireFinding(severity: .note, text: text) }
}

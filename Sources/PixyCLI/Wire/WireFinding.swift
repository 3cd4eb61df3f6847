/// Something in a trace, or in a server's metadata, that isn't as it should be, or that people overlook.
struct WireFinding: Sendable, Hashable {
  enum Severity: Sendable, Hashable {
    /// Somebody could attack here.
    case danger
    /// The specification asks for something else, or the step failed.
    case problem
    /// It is allowed, and worth knowing.
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
  /// What it is, with the section.
  let text: String

  static func danger(_ text: String) -> WireFinding { WireFinding(severity: .danger, text: text) }
  static func problem(_ text: String) -> WireFinding { WireFinding(severity: .problem, text: text) }
  static func note(_ text: String) -> WireFinding { WireFinding(severity: .note, text: text) }
}

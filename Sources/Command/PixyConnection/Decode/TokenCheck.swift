internal import OAuthCore

/// The outcome of one check of a token, or the reason why the check was skipped.
struct TokenCheck: Sendable, Hashable {
  enum Outcome: String, Sendable, Hashable {
    case passed
    case failed
    case notDone = "not_done"
  }

  /// The subject of the check: `signature`, or a claim's name.
  let name: String
  let outcome: Outcome
  /// The finding, with the reason if the check failed.
  let text: String

  static func passed(_ name: String, _ text: String) -> TokenCheck {
    TokenCheck(name: name, outcome: .passed, text: text)
  }
  static func failed(_ name: String, _ text: String) -> TokenCheck {
    TokenCheck(name: name, outcome: .failed, text: text)
  }
  static func notDone(_ name: String, _ text: String) -> TokenCheck {
    TokenCheck(name: name, outcome: .notDone, text: text)
  }

  var json: JSONValue { ["name": .string(name), "outcome": .string(outcome.rawValue), "text": .string(text)] }

  /// The check as a line of text.
  var line: String {
    let mark =
      switch outcome {
      case .passed: "right"
      case .failed: "WRONG"
      case .notDone: "not checked"
      }
    return "\(name): \(mark): \(text)"
  }
}

internal import OAuthCore

/// One thing about a token that was checked, or wasn't.
struct TokenCheck: Sendable, Hashable {
  enum Outcome: String, Sendable, Hashable {
    case passed
    case failed
    case notDone = "not_done"
  }

  /// What it is about: `signature`, or a claim's name.
  let name: String
  let outcome: Outcome
  /// What was found, and why if it isn't as it should be.
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

  /// The check as people read it.
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

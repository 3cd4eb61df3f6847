internal import ArgumentParser
internal import OAuthCore
internal import PixyTerminal

/// The result of one check of `pixy doctor`.
struct DoctorFinding: Sendable {
  /// The severity.
  enum Level: String, Sendable {
    case fine, notice, problem
  }

  /// The subject of the check. It never changes between versions.
  let subject: String
  let level: Level
  /// The finding in words.
  let text: String
  /// The advice, if the user should act.
  var remedy: String?

  /// Returns the finding as lines of text: one for the finding, one for the advice.
  func lines(_ style: TextStyle) -> [String] {
    let mark =
      switch level {
      case .fine: style.mark("ok     ", .good)
      case .notice: style.mark("notice ", .doubtful)
      case .problem: style.mark("PROBLEM", .bad)
      }
    return ["\(mark)  \(subject): \(text)"] + (remedy.map { ["         \($0)"] } ?? [])
  }

  /// Returns the last line of the text: the numbers of problems and notices.
  static func summary(of findings: [DoctorFinding]) -> String {
    func count(_ level: Level, _ word: String) -> String {
      let number = findings.count { $0.level == level }
      return "\(number == 0 ? "no" : "\(number)") \(word)\(number == 1 ? "" : "s")"
    }
    return "\nSummary: \(count(.problem, "problem")), \(count(.notice, "notice"))."
  }

  /// The finding as members of a JSON object.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "subject": .string(subject), "level": .string(level.rawValue), "text": .string(text),
    ]
    members["remedy"] = remedy.map { .string($0) }
    return members
  }

  /// Returns the finding for an error during a check.
  static func failure(_ subject: String, _ error: any Error) -> DoctorFinding {
    if let error = error as? ValidationError {
      return DoctorFinding(subject: subject, level: .problem, text: error.message)
    }
    guard let error = error as? any ExplainedError else {
      return DoctorFinding(subject: subject, level: .problem, text: "The check failed with \(type(of: error)).")
    }
    return DoctorFinding(
      subject: subject, level: .problem, text: error.explanation, remedy: TerminalRemedy.text(for: error))
  }
}

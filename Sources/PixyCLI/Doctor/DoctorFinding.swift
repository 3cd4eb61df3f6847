internal import ArgumentParser
internal import OAuthCore

/// One thing that `pixy doctor` looked at.
struct DoctorFinding: Sendable {
  /// How bad it is.
  enum Level: String, Sendable {
    case fine, notice, problem
  }

  /// What was looked at, in a word that doesn't change.
  let subject: String
  let level: Level
  /// What was found.
  let text: String
  /// What to do about it.
  var remedy: String?

  /// For people: one line, and another one for what to do.
  func lines(_ style: TextStyle) -> [String] {
    let mark =
      switch level {
      case .fine: style.mark("ok     ", .good)
      case .notice: style.mark("notice ", .doubtful)
      case .problem: style.mark("PROBLEM", .bad)
      }
    return ["\(mark)  \(subject): \(text)"] + (remedy.map { ["         \($0)"] } ?? [])
  }

  /// For programs.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "subject": .string(subject), "level": .string(level.rawValue), "text": .string(text),
    ]
    members["remedy"] = remedy.map { .string($0) }
    return members
  }

  /// What went wrong while looking.
  static func failure(_ subject: String, _ error: any Error) -> DoctorFinding {
    if let error = error as? ValidationError {
      return DoctorFinding(subject: subject, level: .problem, text: error.message)
    }
    guard let error = error as? any ExplainedError else {
      return DoctorFinding(subject: subject, level: .problem, text: "It failed with \(type(of: error)).")
    }
    return DoctorFinding(subject: subject, level: .problem, text: error.explanation, remedy: error.remedy)
  }
}

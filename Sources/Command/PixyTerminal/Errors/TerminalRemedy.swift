package import OAuthCore

/// The remedy of an error in the words of the command line. The libraries name properties and parameters, and a user
/// of the command has options.
package struct TerminalRemedy: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The remedy, with options as they are written.
  private let words: String
  /// Whether an option that the running command lacks is named as an option of `pixy login`. The commands without it
  /// use what the sign-in stored.
  private let namesSignInOptions: Bool

  /// A remedy whose options are those of `pixy login`.
  package init(stringLiteral text: String) { self.init(text) }

  /// A remedy with options of `pixy login`, or without any.
  package init(_ text: String) { (words, namesSignInOptions) = (text, true) }

  /// A remedy with options of the commands of `pixy serve`, or with settings.
  package init(ofServer text: String) { self.init(complete: text) }

  /// A remedy that is shown as it is, for example one that another process of `pixy` has put into words.
  package init(complete text: String) { (words, namesSignInOptions) = (text, false) }

  /// Returns the remedy for a user of a command with certain options.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - options: The long names of the command's options.
  package static func text(
    for error: any ExplainedError, options: Set<String> = RunningCommand.options
  ) -> String {
    (error as? any TerminalError)?.terminalRemedy?.text(options: options) ?? error.remedy
  }

  private func text(options: Set<String>) -> String {
    guard namesSignInOptions, let option = words.firstMatch(of: /--[a-z][a-z-]*[a-z]/),
      !options.contains(String(option.output)), !words[..<option.range.lowerBound].hasSuffix("pixy login ")
    else { return words }
    return words[..<option.range.lowerBound] + "`pixy login \(option.output)`" + words[option.range.upperBound...]
  }
}

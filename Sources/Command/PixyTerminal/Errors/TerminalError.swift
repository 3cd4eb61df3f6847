package import ArgumentParser

/// An error that knows what it means at a terminal. Each module declares it for its own errors and for the libraries'
/// errors that its commands meet; an error without it has the exit status of its category and its own remedy.
package protocol TerminalError: Error {
  /// The exit status of a command that ends with the error; `nil` for the one of the error's category. An error
  /// with the status of success has told the user everything, and isn't reported.
  var exitStatus: ExitCode? { get }
  /// The remedy in the words of the command line; `nil` if the error's own remedy fits.
  var terminalRemedy: TerminalRemedy? { get }
  /// The error to report instead of this one; `nil` to report this one.
  var reportedCause: (any Error)? { get }
}

extension TerminalError {
  package var exitStatus: ExitCode? { nil }
  package var terminalRemedy: TerminalRemedy? { nil }
  package var reportedCause: (any Error)? { nil }
}

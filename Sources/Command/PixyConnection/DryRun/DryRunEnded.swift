internal import ArgumentParser
internal import PixyTerminal

/// The end of a dry run whose request was printed. It is not a failure: nothing was sent.
struct DryRunEnded: TerminalError {
  /// The message to the user.
  static let words =
    "Nothing was sent, except to fetch published metadata and keys. The next step depends on the answer."

  var exitStatus: ExitCode? { .success }
}

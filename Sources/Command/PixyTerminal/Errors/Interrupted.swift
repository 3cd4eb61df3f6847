package import ArgumentParser

/// The end of a command by a signal.
package struct Interrupted: TerminalError {
  let signal: CInt

  /// The exit status that shells expect: 128 and the signal's number, such as 130 after Ctrl-C.
  var status: ExitCode { ExitCode(128 + signal) }

  package var exitStatus: ExitCode? { status }
}

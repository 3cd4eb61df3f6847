package import ArgumentParser

extension Console {
  /// Reports an error to the user and returns the exit status, for a command to throw. Wrong usage is returned
  /// unchanged, because `PixyCommand` reports it for all commands. An exit status that was already decided is
  /// returned unchanged too.
  package func failure(reporting error: any Error) -> any Error {
    let error = Self.reported(error)
    return error is ValidationError || error is ExitCode ? error : report(error)
  }

  /// Reports an error to the user and returns its exit status, for commands that continue after the error.
  @discardableResult
  package func report(_ error: any Error) -> ExitCode {
    let error = Self.reported(error)
    let status = ExitStatus.status(of: error)
    // A dry run has printed its request, which is all it was to do.
    if status != .success { say(ErrorReport.text(of: error)) }
    return status
  }

  /// Returns the error to report: the error itself, or its cause.
  private static func reported(_ error: any Error) -> any Error {
    (error as? any TerminalError)?.reportedCause.map(reported) ?? error
  }
}

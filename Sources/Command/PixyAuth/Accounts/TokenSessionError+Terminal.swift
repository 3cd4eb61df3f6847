package import ArgumentParser
package import OAuthSessions
internal import OAuthCore
internal import PixyConnection
package import PixyTerminal

extension TokenSessionError: TerminalError {
  package var exitStatus: ExitCode? {
    switch self {
    case .temporary(let cause, _): ExitStatus.status(of: cause) == ExitStatus.timedOut ? ExitStatus.timedOut : nil
    case .refused(let cause): ExitStatus.status(of: cause)
    case .storage(let cause): ExitStatus.status(of: cause)
    default: nil
    }
  }

  package var terminalRemedy: TerminalRemedy? {
    switch self {
    case .storage(let cause): cause.terminalRemedy
    case .refused(let cause as any TerminalError): cause.terminalRemedy
    case .unacceptable:
      "Sign out with `pixy logout`, and sign in again. If it happens again, tell the server's operator."
    case .foreignOrigin(let origin):
      "If the API there accepts this account's tokens, add --origin \(UntrustedText(origin))."
    default: nil
    }
  }

  /// A refresh wraps an error of transport creation as a refusal, although no request was sent.
  package var reportedCause: (any Error)? {
    guard case .refused(let cause as TransportUnavailable) = self else { return nil }
    return cause.cause
  }
}

public import OAuthCore

/// Why the person's browser brought no answer.
public enum UserAgentError: Error, Sendable, Hashable {
  /// Another program listens on the port that the redirect URI names.
  case portBusy(port: Int, holder: PortHolder = .unknown)
  /// The loopback interface can't be listened on.
  case cannotListen(port: Int, cause: UntrustedText)
  /// Nobody came back in time.
  case timedOut(after: Duration)
  /// The browser command isn't there or didn't start.
  case browserFailed(command: UntrustedText, cause: UntrustedText)
  /// The redirect path isn't a plain absolute path.
  case invalidPath
  /// The person closed the sign-in.
  case cancelled
  /// The system didn't show the sign-in.
  case cannotShow(cause: UntrustedText)
  /// The system's browser sheet can't recognize answers at this redirect URI.
  case unusableRedirectURI
  /// Answers that are posted as a form don't reach a browser sheet.
  case unusableResponseMode
}

extension UserAgentError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .portBusy: "port_busy"
    case .cannotListen: "cannot_listen"
    case .timedOut: "sign_in_timed_out"
    case .browserFailed: "browser_failed"
    case .invalidPath: "invalid_redirect_path"
    case .cancelled: "sign_in_cancelled"
    case .cannotShow: "cannot_show_sign_in"
    case .unusableRedirectURI: "unusable_redirect_uri"
    case .unusableResponseMode: "unusable_response_mode"
    }
  }

  /// Always `FlowStep.userAgent`.
  public var step: FlowStep { .userAgent }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .portBusy(let port, let holder): "Port \(port) of this machine's loopback interface is taken by \(holder)."
    case .cannotListen(let port, let cause): "Listening on the loopback interface, port \(port), failed (\(cause))."
    case .timedOut(let duration): "Nobody came back from the browser within \(duration.components.seconds) s."
    case .browserFailed(let command, let cause): "The browser command \(command) did not start (\(cause))."
    case .invalidPath: "The redirect path is not an absolute path without query."
    case .cancelled: "The sign-in was closed before it was finished."
    case .cannotShow(let cause): "The system did not show the sign-in (\(cause))."
    case .unusableRedirectURI: "A browser sheet does not recognize answers at this redirect URI (RFC 8252 §7)."
    case .unusableResponseMode:
      "The answer would be posted as a form, which does not reach a browser sheet (Form Post Response Mode §2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .portBusy: "End that program, or use another port; port 0 takes any that is free (RFC 8252 §7.3)."
    case .cannotListen: "Use a port above 1023, or port 0 for any that is free."
    case .timedOut: "Sign in again and finish in the browser; give more time if you need it."
    case .browserFailed: "Open the address that was shown in any browser on this machine, or set BROWSER."
    case .invalidPath: "Write it like /callback."
    case .cancelled: "Sign in again and finish in the browser."
    case .cannotShow: "Give a window that is on the screen, and show one sign-in at a time."
    case .unusableRedirectURI:
      "Use a scheme of the app's own, or an https link without a port of one of its associated domains."
    case .unusableResponseMode: "Ask for the response mode query or fragment, or for none."
    }
  }
}

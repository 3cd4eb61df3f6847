public import OAuthCore

/// The reason why a user agent received no response.
public enum UserAgentError: Error, Sendable, Hashable {
  /// Another program listens on the redirect URI's port.
  case portBusy(port: Int, holder: PortHolder = .unknown)
  /// The system doesn't allow listening on the loopback interface.
  case cannotListen(port: Int, cause: UntrustedText)
  /// The user didn't return within the timeout.
  case timedOut(after: Duration)
  /// The browser command isn't installed or didn't start.
  case browserFailed(command: UntrustedText, cause: UntrustedText)
  /// The redirect path isn't an absolute path without query and fragment.
  case invalidPath
  /// The user closed the sign-in.
  case cancelled
  /// The system didn't show the sign-in.
  case cannotShow(cause: UntrustedText)
  /// The system's browser sheet can't recognize responses at this redirect URI.
  case unusableRedirectURI
  /// Responses that are posted as a form don't reach a browser sheet.
  case unusableResponseMode
  /// The program has no user agent that receives responses at the redirect URI: a listener needs
  /// macOS or Linux and the trait `Loopback`, a browser sheet needs an app for an Apple system.
  case noWayBack
}

extension UserAgentError: ExplainedError {
  /// The error's stable code: the case's name in snake case, except for a few cases that name the
  /// sign-in.
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
    case .noWayBack: "no_user_agent"
    }
  }

  /// Always `FlowStep.userAgent`.
  public var step: FlowStep { .userAgent }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .cancelled: .cancelled
    case .timedOut: .temporary
    case .portBusy, .cannotListen, .browserFailed, .cannotShow: .system
    case .invalidPath, .unusableRedirectURI, .unusableResponseMode, .noWayBack: .mistake
    }
  }

  /// The sentence that says what happened and why.
  public var explanation: String {
    switch self {
    case .portBusy(let port, let holder): "Port \(port) of this machine's loopback interface is in use by \(holder)."
    case .cannotListen(let port, let cause): "Listening on the loopback interface, port \(port), failed (\(cause))."
    case .timedOut(let duration): "The sign-in was not finished in the browser within \(duration.components.seconds) s."
    case .browserFailed(let command, let cause): "The browser command \(command) did not start (\(cause))."
    case .invalidPath: "The redirect path is not an absolute path without query and fragment."
    case .cancelled: "The sign-in was closed before it was finished."
    case .cannotShow(let cause): "The system did not show the sign-in (\(cause))."
    case .unusableRedirectURI: "A browser sheet does not recognize responses at this redirect URI (RFC 8252 §7)."
    case .unusableResponseMode:
      "The response would be posted as a form, which does not reach a browser sheet (Form Post Response Mode §2)."
    case .noWayBack: "This program has no user agent that receives responses at the redirect URI (RFC 8252 §7)."
    }
  }

  /// The sentence that says what the user can do about it.
  public var remedy: String {
    switch self {
    case .portBusy: "Stop that program, or use another port; port 0 selects any free port (RFC 8252 §7.3)."
    case .cannotListen: "Use a port above 1023, or port 0 for any free port."
    case .timedOut: "Sign in again and finish in the browser. Use a longer timeout if you need it."
    case .browserFailed: "Open the displayed address in any browser on this machine, or set BROWSER."
    case .invalidPath: "Use a path such as /callback."
    case .cancelled: "Sign in again and finish in the browser."
    case .cannotShow: "Provide a window that is on the screen, and show one sign-in at a time."
    case .unusableRedirectURI:
      "Use a private-use scheme of the app, or an https link without a port in one of its associated domains."
    case .unusableResponseMode: "Use the response mode query or fragment, or request none."
    case .noWayBack:
      """
      In a command for macOS or Linux, build with the package trait Loopback and use a loopback redirect URI. In an \
      app, use a private-use scheme or an https link. On tvOS and watchOS, use the device grant.
      """
    }
  }
}

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
  /// The system showed no sheet, because the app isn't associated with the domain of its https
  /// redirect URI by the service `webcredentials`.
  case unassociatedDomain(host: UntrustedText, cause: UntrustedText)
  /// The system's browser sheet can't recognize responses at this redirect URI.
  case unusableRedirectURI
  /// Responses that are posted as a form don't reach a browser sheet.
  case unusableResponseMode
  /// The program has no user agent that receives responses at the redirect URI: a listener needs
  /// macOS or Linux and the trait `Loopback`, a browser sheet needs an app for an Apple system.
  case noWayBack
}

extension UserAgentError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .portBusy(let port, let holder):
      ErrorFacts(
        "port_busy", at: .userAgent, .system,
        "Port \(port) of this machine's loopback interface is in use by \(holder).",
        remedy: "Stop that program, or use another port; port 0 selects any free port (RFC 8252 §7.3).")
    case .cannotListen(let port, let cause):
      ErrorFacts(
        "cannot_listen", at: .userAgent, .system,
        "Listening on the loopback interface, port \(port), failed (\(cause)).",
        remedy: "Use a port above 1023, or port 0 for any free port.")
    case .timedOut(let duration):
      ErrorFacts(
        "sign_in_timed_out", at: .userAgent, .temporary,
        "The sign-in was not finished in the browser within \(duration.inWords).",
        remedy: "Sign in again and finish in the browser. Use a longer timeout if you need it.")
    case .browserFailed(let command, let cause):
      ErrorFacts(
        "browser_failed", at: .userAgent, .system, "The browser command \(command) did not start (\(cause)).",
        remedy: "Open the displayed address in any browser on this machine, or set BROWSER.")
    case .invalidPath:
      ErrorFacts(
        "invalid_redirect_path", at: .userAgent, .mistake,
        "The redirect path is not an absolute path without query and fragment.",
        remedy: "Use a path such as /callback.")
    case .cancelled:
      ErrorFacts(
        "sign_in_cancelled", at: .userAgent, .cancelled, "The sign-in was closed before it was finished.",
        remedy: "Sign in again and finish in the browser.")
    case .cannotShow(let cause):
      ErrorFacts(
        "cannot_show_sign_in", at: .userAgent, .system, "The system did not show the sign-in (\(cause)).",
        remedy: "Provide a window that is on the screen, and show one sign-in at a time.")
    case .unassociatedDomain(let host, let cause):
      ErrorFacts(
        "unassociated_domain", at: .userAgent, .mistake,
        "The system did not show the sign-in, because the app is not associated with \(host) by the service "
          + "webcredentials (\(cause)).",
        remedy: """
          Add webcredentials:\(host) to the app's associated domains (applinks is not enough), and the app's ID to \
          webcredentials in https://\(host)/.well-known/apple-app-site-association. The system checks the file when \
          the app is installed.
          """)
    case .unusableRedirectURI:
      ErrorFacts(
        "unusable_redirect_uri", at: .userAgent, .mistake,
        "A browser sheet does not recognize responses at this redirect URI (RFC 8252 §7).",
        remedy: """
          Use a private-use scheme of the app, or an https link without a port in a domain that is associated with the \
          app (webcredentials).
          """)
    case .unusableResponseMode:
      ErrorFacts(
        "unusable_response_mode", at: .userAgent, .mistake,
        "The response would be posted as a form, which does not reach a browser sheet (Form Post Response Mode §2).",
        remedy: "Use the response mode query or fragment, or request none.")
    case .noWayBack:
      ErrorFacts(
        "no_user_agent", at: .userAgent, .mistake,
        "This program has no user agent that receives responses at the redirect URI (RFC 8252 §7).",
        remedy: """
          In a command for macOS or Linux, build with the package trait Loopback and use a loopback redirect URI. In \
          an app, use a private-use scheme, or an https link of a domain that is associated with the app \
          (webcredentials). On tvOS and watchOS, use the device grant.
          """)
    }
  }
}

internal import OAuthCore

/// The way in which a sheet ended.
package enum WebSessionEnd: Sendable, Hashable {
  /// The browser was redirected to the callback, with the complete URL.
  case callback(String)
  /// The user closed the sheet.
  case cancelled
  /// The system refused the callback, with its reason: the app isn't associated with the host.
  case unassociated(host: String, reason: String)
  /// The sheet failed, with the system's description of the cause.
  case failed(String)

  /// Creates the end that an `ASWebAuthenticationSessionError` describes.
  ///
  /// Without the association `webcredentials`, iOS 17.4 and macOS 14.4 end a session with an https
  /// callback before it shows anything. The code is that of a user who closed the sheet; only the
  /// error's failure reason tells them apart: “Application with identifier … is not associated with
  /// domain …” (developer.apple.com/forums/thread/805416). A window that can't show the sheet is
  /// explained in the debug description (auth0/Auth0.swift#446).
  ///
  /// - Parameters:
  ///   - code: The error's code, by Apple's documentation of `ASWebAuthenticationSessionError.Code`.
  ///   - reason: The value of `NSLocalizedFailureReasonErrorKey`.
  ///   - details: The value of `NSDebugDescriptionErrorKey`.
  ///   - callback: The session's callback.
  package init(code: Int, reason: String?, details: String?, of callback: WebSessionCallback) {
    let details = (details ?? reason).map { " (\($0))" } ?? ""
    switch (code, reason, callback) {
    case (1, let reason?, .https(let host, _)): self = .unassociated(host: host, reason: reason)
    case (1, let reason?, .scheme): self = .failed(reason)
    case (1, nil, _): self = .cancelled
    case (2, _, _): self = .failed("no window was provided\(details)")
    case (3, _, _): self = .failed("the provided window cannot show it\(details)")
    default: self = .failed("ASWebAuthenticationSessionError \(code)\(details)")
    }
  }
}

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
package import AuthenticationServices
internal import Foundation

/// A factory of the browser sheets of Apple's systems.
package struct SystemWebSessions: WebSessions {
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

  /// Creates a factory.
  ///
  /// - Parameter anchor: Returns the window at which a sheet is shown; `nil` if there is none yet.
  ///   Called several times for each sheet.
  package init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
    self.anchor = anchor
  }

  @MainActor package var canPresent: Bool {
    #if canImport(UIKit)
    guard let window = anchor() else { return false }
    return window.windowScene.map { SceneActivity($0.activationState) == .active } ?? true
    #else
    // On macOS the browser shows the page, also for an app in the menu bar, which has no window.
    return true
    #endif
  }

  @MainActor package func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession {
    guard let url = URL(string: request.url) else {
      return UnshowableWebSession()
    }
    // Without a window the sheet can't be shown, and the sign-in fails.
    return SystemWebSession(url, request, anchor: { anchor() ?? ASPresentationAnchor() }, onEnd: onEnd)
  }
}

/// A sheet for a URL that Foundation can't parse. No attempt has such a URL.
private struct UnshowableWebSession: WebSession {
  func start() -> Bool { false }
  func cancel() {}
}

/// One `ASWebAuthenticationSession` with its window, to which the session has no strong reference.
@MainActor private final class SystemWebSession: NSObject, WebSession, ASWebAuthenticationPresentationContextProviding {
  private let session: ASWebAuthenticationSession
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

  init(
    _ url: URL, _ request: WebSessionRequest, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor,
    onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) {
    let callback: ASWebAuthenticationSession.Callback =
      switch request.callback {
      case .scheme(let scheme): .customScheme(scheme)
      case .https(let host, let path): .https(host: host, path: path)
      }
    // Without `@Sendable` the closure would be isolated to the main actor. The system calls it on a
    // thread of its own, which would crash the program.
    session = ASWebAuthenticationSession(url: url, callback: callback) { @Sendable address, error in
      onEnd(Self.end(address, error, of: request.callback))
    }
    self.anchor = anchor
    super.init()
    session.prefersEphemeralWebBrowserSession = request.isEphemeral
    session.presentationContextProvider = self
  }

  func start() -> Bool { session.start() }

  func cancel() { session.cancel() }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }

  private nonisolated static func end(
    _ address: URL?, _ error: (any Error)?, of callback: WebSessionCallback
  ) -> WebSessionEnd {
    if let address { return .callback(address.absoluteString) }
    guard let error = error as? ASWebAuthenticationSessionError else { return .failed("unknown error") }
    let information = error.errorUserInfo
    return WebSessionEnd(
      code: error.code.rawValue, reason: information[NSLocalizedFailureReasonErrorKey] as? String,
      details: information[NSDebugDescriptionErrorKey] as? String, of: callback)
  }
}
#endif

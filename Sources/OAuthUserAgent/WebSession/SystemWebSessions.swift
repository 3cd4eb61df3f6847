#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
package import AuthenticationServices
internal import Foundation

/// Makes the sheets that Apple's systems have.
package struct SystemWebSessions: WebSessions {
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

  /// - Parameter anchor: the window to show a sheet at; asked for each.
  package init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
    self.anchor = anchor
  }

  @MainActor package func session(
    for request: WebSessionRequest, onEnd: @escaping @Sendable (WebSessionEnd) -> Void
  ) -> any WebSession {
    guard let url = URL(string: request.url) else {
      return UnshowableWebSession()
    }
    return SystemWebSession(url, request, anchor: anchor, onEnd: onEnd)
  }
}

/// Stands for an address that Foundation can't read, which no attempt's is.
private struct UnshowableWebSession: WebSession {
  func start() -> Bool { false }
  func cancel() {}
}

/// One `ASWebAuthenticationSession` and the window it is shown at, which it doesn't keep by itself.
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
    // Without `@Sendable` the closure would belong to the main actor, and the system, which calls it on a thread of its own,
    // would end the program.
    session = ASWebAuthenticationSession(url: url, callback: callback) { @Sendable address, error in
      onEnd(Self.end(address, error))
    }
    self.anchor = anchor
    super.init()
    session.prefersEphemeralWebBrowserSession = request.isEphemeral
    session.presentationContextProvider = self
  }

  func start() -> Bool { session.start() }

  func cancel() { session.cancel() }

  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }

  private nonisolated static func end(_ address: URL?, _ error: (any Error)?) -> WebSessionEnd {
    if let address { return .callback(address.absoluteString) }
    guard let error = error as? ASWebAuthenticationSessionError else { return .failed("unknown error") }
    if error.code == .canceledLogin { return .cancelled }
    if error.code == .presentationContextNotProvided { return .failed("no window was given to show it at") }
    if error.code == .presentationContextInvalid { return .failed("the window that was given cannot show it") }
    return .failed("ASWebAuthenticationSessionError \(error.code.rawValue)")
  }
}
#endif

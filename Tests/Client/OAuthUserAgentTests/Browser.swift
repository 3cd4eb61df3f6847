import OAuthCore
import OAuthUserAgent
import Testing

/// A browser that does what the test does with the redirect URI and the state.
struct Browser: BrowserOpener {
  let visit: @Sendable (_ redirectURI: String, _ state: String) async throws -> Void

  /// Visits the URL. A failure is an issue here, because the sign-in goes on waiting for a user who opens the URL.
  func open(_ url: String) async throws {
    let parameters = try FormParameters(decoding: url.drop { $0 != "?" }.dropFirst())
    do {
      try await visit(parameters.single("redirect_uri") ?? "", parameters.single("state") ?? "")
    } catch let error where !(error is CancellationError) {
      Issue.record(error)
    }
  }
}

internal import OAuth
internal import OAuthCore
internal import PixyTerminal
internal import PixyWire

/// A user agent that opens no browser. It prints the authorization URL and creates the response of
/// a server that agreed, so that the code's redemption is printed too.
struct DryRunUserAgent: UserAgent {
  /// The user agent of a real run, which determines the redirect URI.
  let userAgent: any UserAgent
  let console: Console

  /// The placeholder for the code, which no server has issued.
  private static let code = "the-code-that-the-server-would-issue"

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    do {
      return try await userAgent.authorize { redirectURI in
        throw Begun(attempt: try await attempt(redirectURI))
      }
    } catch let begun as Begun {
      return try received(begun.attempt)
    }
  }

  /// An error that carries the attempt out of the real user agent before a browser is opened.
  private struct Begun: Error {
    let attempt: AuthorizationAttempt
  }

  private func received(_ attempt: AuthorizationAttempt) throws -> AuthorizationCode {
    var redaction = WireRedaction()
    let (address, parameters) = redaction.split(attempt.url)
    console.result("# The browser would open")
    console.result("GET \(address)")
    for line in WireText.lines(parameters, indent: 2) { console.result(line) }
    // Only the server could sign this response.
    if let mode = attempt.responseMode, mode.rawValue.hasSuffix("jwt") {
      console.say(DryRunEnded.words)
      throw DryRunEnded()
    }
    console.result("")
    console.result("# and return to \(attempt.redirectURI) with a code. This request would redeem it:")
    var answer = FormParameters()
    answer.append("code", Self.code)
    answer.append("state", attempt.state.reveal())
    answer.append("iss", ifPresent: attempt.server.issuer?.text)
    switch attempt.responseMode?.carrier {
    case .form?: return try attempt.receive(AuthorizationCallback(formBody: Array(answer.formEncoded().utf8)))
    case .fragment?:
      return try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.text + "#" + answer.formEncoded()))
    case .query?, nil:
      return try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.adding(answer)))
    }
  }
}

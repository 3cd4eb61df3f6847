internal import OAuth
internal import OAuthCore

/// A user agent that opens nothing: prints where the browser would go, and answers as a server would that agreed, so that
/// the request that redeems the code is printed too.
struct DryRunUserAgent: UserAgent {
  /// The one that would be used. It says what the redirect URI is.
  let userAgent: any UserAgent
  let console: Console

  /// Stands for the code, which nobody has given.
  private static let code = "the-code-that-the-server-would-give"

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

  /// Carries the attempt out of the user agent before that shows it to anybody.
  private struct Begun: Error {
    let attempt: AuthorizationAttempt
  }

  private func received(_ attempt: AuthorizationAttempt) throws -> AuthorizationCode {
    var redaction = WireRedaction()
    let (address, parameters) = redaction.split(attempt.url)
    console.result("# The browser would go to")
    console.result("GET \(address)")
    for line in WireText.lines(parameters, indent: 2) { console.result(line) }
    // Nobody here can sign in the server's place.
    if let mode = attempt.responseMode, mode.rawValue.hasSuffix("jwt") {
      console.say(DryRunEnded.words)
      throw DryRunEnded()
    }
    console.result("")
    console.result("# and come back to \(attempt.redirectURI) with a code, for which this would be sent:")
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

#if CLI
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent

/// A user agent without a listener: the person, or a program, writes the address that the browser ended at on standard input.
///
/// For browsers on another machine and for conformance tests. `state` and everything else are checked as with the listener;
/// an address that doesn't belong to this sign-in is said to be so, and the next line is read.
struct PastedCallback: UserAgent {
  let redirectURI: RedirectURI
  let browser: any BrowserOpener
  let announce: @Sendable (AuthorizationAttempt) -> Void
  /// The next line, without its end; nil when there are no more.
  let nextLine: @Sendable () async -> String?
  let say: @Sendable (String) -> Void

  func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    let attempt = try await attempt(redirectURI)
    announce(attempt)
    do {
      try await browser.open(attempt.url)
    } catch let error as UserAgentError {
      say("pixy: \(error)")
    }
    while let line = await nextLine() {
      let text = line.trimming(while: \.isWhitespace)
      guard !text.isEmpty else { continue }
      do {
        return try attempt.receive(AuthorizationCallback(pasted: text, for: attempt))
      } catch {
        guard error.leavesWaiting else { throw error }
        say("pixy: \(error)")
      }
    }
    throw PastedCallbackError.noMoreLines
  }

  /// Reads lines of standard input.
  static let standardInput: @Sendable () async -> String? = {
    // The read blocks until a line is there; a thread of its own keeps others going.
    await Task.detached { readLine(strippingNewline: true) }.value
  }
}

/// Why no address was read.
enum PastedCallbackError: Error {
  /// Standard input ended without an answer to this sign-in.
  case noMoreLines
}

extension PastedCallbackError: ExplainedError {
  var code: String { "no_callback" }
  var step: FlowStep { .userAgent }
  var explanation: String { "Standard input ended before it had an answer to this sign-in." }
  var remedy: String { "Write the whole address that the browser ended at, on one line." }
}

extension String {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
    let start = drop(while: isTrimmed)
    return String(start.reversed().drop(while: isTrimmed).reversed())
  }
}
#endif

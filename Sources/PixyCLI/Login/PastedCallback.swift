internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A user agent without a listener: the person, or a program, writes the address that the browser ended at on standard input.
///
/// For browsers on another machine and for conformance tests. `state` and everything else are checked as with the listener;
/// an address that doesn't belong to this sign-in is said to be so, and the next line is read.
struct PastedCallback: UserAgent {
  let redirectURI: RedirectURI
  let browser: any BrowserOpener
  let announce: @Sendable (AuthorizationAttempt) -> Void
  /// How long to wait for the answer.
  let limit: Duration
  /// The next line, without its end; nil when there are no more.
  let nextLine: @Sendable () async throws -> String?
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
    let end = ContinuousClock.now + limit
    while let line = try await nextLine(until: end) {
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

  private func nextLine(until end: ContinuousClock.Instant) async throws -> String? {
    // Nobody can end the read itself: whoever is cancelled, or has waited for too long, goes on without it.
    let line = SharedTask { try await nextLine() }
    return try await withThrowingTaskGroup(of: String?.self) { group in
      group.addTask { try await line.value() }
      group.addTask {
        try await Task.sleep(until: end, clock: .continuous)
        throw UserAgentError.timedOut(after: limit)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Reads lines of standard input.
  static let standardInput: @Sendable () async throws -> String? = {
    // The read blocks until a line is there; a thread of its own keeps others going.
    try await Task.detached { try line(of: .standardInput) }.value
  }

  /// The longest line: addresses of answers are a few thousand octets.
  private static let maximumOctets = 65_536

  /// No more is read than the line: what follows belongs to the next program.
  private static func line(of file: FileDescriptor) throws -> String? {
    var line: [UInt8] = []
    while line.count <= maximumOctets {
      var octet: UInt8 = 0
      let count = try unsafe withUnsafeMutableBytes(of: &octet) { try unsafe file.read(into: $0) }
      if count == 0, line.isEmpty { return nil }
      guard count > 0, octet != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
      line.append(octet)
    }
    throw PastedCallbackError.lineTooLong
  }
}

/// Why no address was read.
enum PastedCallbackError: Error {
  /// Standard input ended without an answer to this sign-in.
  case noMoreLines
  /// A line is longer than any answer.
  case lineTooLong
}

extension PastedCallbackError: ExplainedError {
  var code: String { "no_callback" }
  var step: FlowStep { .userAgent }
  var explanation: String {
    switch self {
    case .noMoreLines: "Standard input ended before it had an answer to this sign-in."
    case .lineTooLong: "A line of standard input is longer than any answer to a sign-in."
    }
  }
  var remedy: String { "Write the whole address that the browser ended at, on one line." }
}

extension String {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
    let start = drop(while: isTrimmed)
    return String(start.reversed().drop(while: isTrimmed).reversed())
  }
}

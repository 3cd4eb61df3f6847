internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A user agent without listener: the user or a program writes the address that the browser ended
/// at to standard input.
///
/// It is for browsers on another machine and for conformance tests. All checks are those of the
/// listener. An address of another sign-in is reported, and the next line is read.
struct PastedCallback: UserAgent {
  let redirectURI: RedirectURI
  let browser: any BrowserOpener
  let announce: @Sendable (AuthorizationAttempt) -> Void
  /// The timeout.
  let limit: Duration
  /// Reads the next line without its line break; nil at the end of the input.
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
    // The read can't be cancelled: after a cancellation or the timeout, it goes on unobserved.
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

  /// Reads a line of standard input.
  static let standardInput: @Sendable () async throws -> String? = {
    // The read blocks, so it runs in a detached task.
    try await Task.detached { try line(of: .standardInput) }.value
  }

  /// The longest line. Response addresses have a few thousand bytes.
  private static let maximumBytes = 65_536

  /// Reads exactly one line: what follows belongs to the next program.
  private static func line(of file: FileDescriptor) throws -> String? {
    var line: [UInt8] = []
    while line.count <= maximumBytes {
      var byte: UInt8 = 0
      let count = try unsafe withUnsafeMutableBytes(of: &byte) { try unsafe file.read(into: $0) }
      if count == 0, line.isEmpty { return nil }
      guard count > 0, byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw PastedCallbackError.lineTooLong
  }
}

/// The reason why no address was read.
enum PastedCallbackError: Error {
  /// Standard input ended without a response to this sign-in.
  case noMoreLines
  /// A line is longer than any response.
  case lineTooLong
}

extension PastedCallbackError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .userAgent, .invalidInput,
      remedy: "Write the whole address that the browser ended at, on one line.")
    return switch self {
    case .noMoreLines: row("no_callback", "Standard input ended without a response to this sign-in.")
    case .lineTooLong: row("no_callback", "A line of standard input is longer than any response to a sign-in.")
    }
  }
}

extension String {
  /// Returns the text without such characters at its beginning and end.
  func trimming(while isTrimmed: (Character) -> Bool) -> String {
    let start = drop(while: isTrimmed)
    return String(start.reversed().drop(while: isTrimmed).reversed())
  }
}

internal import ArgumentParser
package import OAuth
package import OAuthCore
package import PixyTerminal
internal import Synchronization
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The options that show or save a command's requests and answers.
package struct TraceOptions: ParsableArguments {
  package init() {}

  @Flag(help: "Print each request and answer on standard error, with its specification and without secrets.")
  package var trace = false

  @Option(
    name: .customLong("trace-file"),
    help:
      """
      Save requests and answers to this file for `pixy explain`, without secrets. It may have users' names and \
      addresses.
      """
  )
  var traceFile: String?

  private let shared = SharedRecorder()

  private enum CodingKeys: CodingKey {
    case trace, traceFile
  }

  /// Returns the recorder of this command, created on the first call; `nil` if nothing is recorded.
  /// - Throws: `ValidationError` if the file can't be written.
  package func recorder(_ console: Console = .standard) throws -> TraceRecorder? {
    guard trace || traceFile != nil else { return nil }
    return try shared.recorder {
      do {
        return try TraceRecorder(
          command: CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "pixy",
          say: trace ? console.say : nil, file: try traceFile.map(PrivateFile.init(path:)), complain: console.say)
      } catch let error as Errno {
        throw ValidationError("The trace could not be saved to \(traceFile ?? ""): \(error).")
      }
    }
  }

  /// Returns a transport that reports slow servers, and records its exchanges if the options ask for
  /// that.
  package func transport(_ transport: any HTTPTransport) throws -> any HTTPTransport {
    let attentive = AttentiveTransport(transport: transport)
    return try recorder().map { TracingTransport(transport: attentive, recorder: $0) } ?? attentive
  }

  /// Returns a user agent that records the request and the callback, if the options ask for that.
  package func userAgent(_ userAgent: any UserAgent) throws -> any UserAgent {
    try recorder().map { TracedUserAgent(userAgent: userAgent, recorder: $0) } ?? userAgent
  }

  /// The recorder that all copies of the options share.
  private final class SharedRecorder: Sendable {
    private let storage = Mutex<TraceRecorder?>(nil)

    func recorder(_ make: () throws -> TraceRecorder) rethrows -> TraceRecorder {
      try storage.withLock { storage in
        if let storage { return storage }
        let new = try make()
        storage = new
        return new
      }
    }
  }
}

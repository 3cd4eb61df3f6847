internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import Synchronization
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// Whether what is exchanged is shown or saved.
struct TraceOptions: ParsableArguments {
  @Flag(help: "Tell each request and answer on standard error, with what rules it; secrets are left out.")
  var trace = false

  @Option(
    name: .customLong("trace-file"),
    help:
      "Save requests and answers there, secrets left out, for `pixy explain`. It may hold names and addresses of people."
  )
  var traceFile: String?

  private let shared = SharedRecorder()

  private enum CodingKeys: CodingKey {
    case trace, traceFile
  }

  /// The recorder of this command, made when it is first asked for; nil if nothing is to be recorded.
  /// - Throws: `ValidationError` if the file can't be one.
  func recorder(_ console: Console = .standard) throws -> TraceRecorder? {
    guard trace || traceFile != nil else { return nil }
    return try shared.recorder {
      do {
        return try TraceRecorder(
          command: CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "pixy",
          say: trace ? console.say : nil, file: try traceFile.map(PrivateFile.init(path:)), complain: console.say)
      } catch let error as Errno {
        throw ValidationError("The trace cannot be saved in \(traceFile ?? ""): \(error).")
      }
    }
  }

  /// A transport whose exchanges are recorded, if they are to be.
  func transport(_ transport: any HTTPTransport) throws -> any HTTPTransport {
    try recorder().map { TracingTransport(transport: transport, recorder: $0) } ?? transport
  }

  /// A user agent whose way to the server and back is recorded, if it is to be.
  func userAgent(_ userAgent: any UserAgent) throws -> any UserAgent {
    try recorder().map { TracedUserAgent(userAgent: userAgent, recorder: $0) } ?? userAgent
  }

  /// The one recorder that all copies of the options have.
  private final class SharedRecorder: Sendable {
    private let made = Mutex<TraceRecorder?>(nil)

    func recorder(_ make: () throws -> TraceRecorder) rethrows -> TraceRecorder {
      try made.withLock { made in
        if let made { return made }
        let new = try make()
        made = new
        return new
      }
    }
  }
}

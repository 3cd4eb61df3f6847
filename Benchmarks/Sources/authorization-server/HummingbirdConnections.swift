import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import OAuthCore
import OAuthServer
import ServiceLifecycle
import Synchronization

/// The benchmark's authorization server on two further ports, with Hummingbird's own connection
/// handling (`HTTP1Channel`) in place of `AnswerHandler`.
///
/// `Scripts/bench/server` compares the ports. They share the process, the event loops, the
/// server and its database. Without requests the further ports cost nothing.
struct HummingbirdConnections: Service {
  /// The server. The stream ends once the server's issuer is printed, before the ports of this
  /// type.
  let servers: AsyncStream<any HTTPServing>
  let logger: Logger

  func run() async throws {
    guard let server = await servers.reduce(nil, { _, server in server }) else { return }
    try await withThrowingDiscardingTaskGroup { group in
      for runsOnEventLoop in [false, true] {
        let connections = Connections(server, runsOnEventLoop: runsOnEventLoop)
        let service = connections.server(
          configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
          onServerRunning: { channel in
            let name = runsOnEventLoop ? "event-loop" : "default"
            FileHandle.standardOutput.write(Data("\(name) \(channel.localAddress?.port ?? 0)\n".utf8))
          },
          eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        group.addTask { try await service.run() }
      }
    }
  }
}

private struct Connections: ServerChildChannel {
  private let connection: HTTP1Channel
  /// Whether a connection's task runs on its event loop's thread, as `AnswerHandler`'s tasks do, or
  /// on the threads of Swift's default executor.
  private let runsOnEventLoop: Bool

  init(_ server: any HTTPServing, runsOnEventLoop: Bool) {
    self.runsOnEventLoop = runsOnEventLoop
    connection = HTTP1Channel(
      responder: { request, writer, channel in
        let body = try await request.body.collect(upTo: AuthorizationServer.maximumBodyBytes)
        let address = channel.remoteAddress?.ipAddress.flatMap(ClientAddress.init)
        let answer = await server.respond(
          to: request.head, body: Array(buffer: body), context: RequestContext(address: address))
        var head = answer.response
        head.headerFields[.contentLength] = String(answer.body.count)
        head.headerFields[.date] = CurrentDate.text
        var response = try await writer.writeHead(head)
        if !answer.body.isEmpty { try await response.write(ByteBuffer(bytes: answer.body)) }
        try await response.finish(nil)
      },
      configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(30)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    connection.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    guard runsOnEventLoop else { return await connection.handle(value: value, logger: logger) }
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await connection.handle(value: value, logger: logger)
    }
  }
}

/// The executor that `AnswerHandler` uses: it runs tasks on an event loop's own thread.
private final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The `Date` field's value, formatted once a second, as the compared connection handling does.
private enum CurrentDate {
  private static let latest = Mutex<(second: Int, text: String)>((-1, ""))

  static var text: String {
    let date = Date()
    let second = Int(date.timeIntervalSince1970)
    return latest.withLock { latest in
      if latest.second != second { latest = (second, date.formatted(format)) }
      return latest.text
    }
  }

  private static let format = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .extended(minimumLength: 4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}

import CoreMetrics
import Foundation
import HTTPTypes
import JOSE
import Logging
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Synchronization
import Testing

@testable import PixyServe
@testable import PixyTerminal

/// The operator's view of `pixy serve`: metrics, state, log records.
@Suite struct ServePartsTests {
  /// A console that records its messages.
  private final class Said: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    var console: Console { Console(result: { _ in }, say: { line in self.kept.withLock { $0.append(line) } }) }
  }

  // MARK: metrics

  @Test func `Counters and durations are written in Prometheus' format`() {
    let metrics = PrometheusMetrics()
    let counter = Counter(label: "requests_total", dimensions: [("endpoint", "token")], factory: metrics)
    let other = Counter(label: "requests_total", dimensions: [("endpoint", "jwks")], factory: metrics)
    counter.increment()
    counter.increment(by: 2)
    other.increment()
    let timer = CoreMetrics.Timer(label: "seconds", dimensions: [], factory: metrics)
    timer.recordNanoseconds(1_000_000)
    timer.recordNanoseconds(1_000_001)
    timer.recordNanoseconds(6_000_000_000)
    let lines = metrics.text.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(3)) == [
        "# TYPE requests_total counter", #"requests_total{endpoint="jwks"} 1"#, #"requests_total{endpoint="token"} 3"#,
      ])
    // Buckets are cumulative, and a bound belongs to its bucket.
    for line in [
      "# TYPE seconds histogram", #"seconds_bucket{le="0.00025"} 0"#, #"seconds_bucket{le="0.001"} 1"#,
      #"seconds_bucket{le="0.0025"} 2"#, #"seconds_bucket{le="5.0"} 2"#, #"seconds_bucket{le="+Inf"} 3"#,
      "seconds_sum 6.002000001", "seconds_count 3",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
    #expect(metrics.text.hasSuffix("\n"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "a file of Linux that is always full"))
  func `Audit records that can't be written are counted by the place that lost them`() async throws {
    let (metrics, lost, folder) = (PrometheusMetrics(), LostAuditRecords(), try TemporaryFolder())
    let record = AuditRecord(.signIn, at: Date())
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let logger = CommandTests.silent
    let logs: [any AuditLog] = [
      try AuditFile(path: "/dev/full", logger: logger, lost: lost),
      AuditTable(database: database, days: 1, logger: logger, lost: lost),
    ]
    lost.count(in: metrics)
    func count(_ place: String) -> String? {
      metrics.text.split(separator: "\n").first { $0.contains("lost_total{reason=\"\(place)\"}") }?
        .split(separator: " ").last.map(String.init)
    }
    #expect(count("file") == "0" && count("database") == "0")
    for _ in 0..<2 { logs[0].record(record) }
    #expect(count("file") == "2" && count("database") == "0")
    logs[1].record(record)
    try await database.flushAuditRecords()
    #expect(count("database") == "0")
    await database.close()
    logs[1].record(record)
    #expect(count("file") == "2" && count("database") == "1")
  }

  @Test func `Handlers of one series share a count`() async {
    let metrics = PrometheusMetrics()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counter = Counter(label: "n", dimensions: [], factory: metrics)
          let timer = CoreMetrics.Timer(label: "t", dimensions: [], factory: metrics)
          for _ in 0..<1_000 {
            counter.increment()
            timer.recordNanoseconds(1)
          }
        }
      }
    }
    #expect(metrics.text.contains("\nn 8000\n"))
    #expect(metrics.text.contains("t_count 8000\n"))
  }

  // MARK: state

  private func ask(_ state: ServerState, _ path: String, _ method: HTTPRequest.Method = .get) async -> HTTPAnswer {
    await state.respond(to: HTTPRequest(method: method, scheme: nil, authority: nil, path: path), body: [])
  }

  @Test func `A server is live before it is ready, and ready while it listens and its database answers`() async {
    let box = Box(answers: true)
    let readiness = ServerReadiness(databaseAnswers: { box.answers })
    let state = ServerState(metrics: PrometheusMetrics(), isReady: { await readiness.isReady })
    #expect(await ask(state, "/health/live").response.status == .ok)
    #expect(await ask(state, "/health/ready").response.status == .serviceUnavailable)
    readiness.listens()
    #expect(await ask(state, "/health/ready?x").response.status == .ok)
    box.set(false)
    let failing = await ask(state, "/health/ready")
    #expect(failing.response.status == .serviceUnavailable && failing.body == Array("not ready\n".utf8))
    #expect(await ask(state, "/health/live").response.status == .ok)
  }

  @Test func `Requests of the server go through the environment's proxy, with its authorities`() throws {
    _ = try ServeSettings.outgoingTransport(environment: ["HTTPS_PROXY": "http://proxy.example:3128"])
    #expect(throws: HTTPProxyError.self) {
      try ServeSettings.outgoingTransport(environment: ["HTTPS_PROXY": "socks5://proxy.example"])
    }
    #expect(throws: AuthoritiesMissing.self) {
      try ServeSettings.outgoingTransport(environment: ["SSL_CERT_FILE": "/nowhere/authorities.pem"])
    }
  }

  @Test func `A server with a broken database is not ready`() async throws {
    let folder = try TemporaryFolder()
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let readiness = ServerReadiness(of: database)
    #expect(await !readiness.isReady)
    readiness.listens()
    #expect(await readiness.isReady)
    // The file is no longer a database. Its length stays, because a part of it is mapped into
    // memory.
    for suffix in ["", "-wal", "-shm"] {
      let file = try FileHandle(forWritingTo: URL(filePath: folder.database + suffix))
      try file.write(contentsOf: Data(repeating: 7, count: 40_960))
    }
    #expect(await !readiness.isReady)
  }

  @Test func `The state port has three addresses, and accepts GET and HEAD`() async {
    let metrics = PrometheusMetrics()
    Counter(label: "n", dimensions: [], factory: metrics).increment()
    let state = ServerState(metrics: metrics, isReady: { true })
    let figures = await ask(state, "/metrics")
    #expect(figures.response.headerFields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(figures.response.headerFields[.cacheControl] == "no-store")
    #expect(figures.body == Array("# TYPE n counter\nn 1\n".utf8))
    #expect(await ask(state, "/health/live", .head).response.status == .ok)
    #expect(await ask(state, "/health/live", .post).response.status == .methodNotAllowed)
    for path in ["/", "/health", "/metrics/", "/authorize"] {
      #expect(await ask(state, path).response.status == .notFound)
    }
  }

  // MARK: log records

  @Test func `A JSON record is one line with time, level, logger, message and metadata`() throws {
    let said = Said()
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000.25))
    var logger = Logger(label: "x") { JSONLogHandler(label: $0, console: said.console, clock: clock.wallClock) }
    logger[metadataKey: "always"] = "a"
    logger.notice("line\nbreak \"quoted\"", metadata: ["client_id": "b\u{1B}[0m", "always": "c"])
    logger.debug("not written")
    let line = try #require(said.lines.first)
    #expect(said.lines.count == 1 && !line.contains("\n") && !line.contains("\u{1B}"))
    #expect(
      try JSONValue(bytes: Array(line.utf8)) == [
        "time": "2027-01-15T08:00:00.250Z", "level": "notice", "logger": "x", "message": "line\nbreak \"quoted\"",
        "metadata": ["client_id": "b\u{1B}[0m", "always": "c"],
      ])
  }

  @Test(arguments: [LogFormat.text, .json])
  func `Records from a level on are written in the format`(_ format: LogFormat) throws {
    let said = Said()
    var logger = format.logger("pixy.serve", said.console)
    logger.logLevel = .info
    logger.debug("hidden")
    logger.info("shown", metadata: ["a": "b"])
    let line = try #require(said.lines.first)
    #expect(said.lines.count == 1)
    switch format {
    case .text:
      #expect(line.hasSuffix("Z info: shown a=b") && line.hasPrefix("20"))
      logger.info("two\nlines")
      #expect(said.lines.last?.hasSuffix("info: two lines") == true)
    case .json:
      #expect(try JSONValue(bytes: Array(line.utf8)).object?["metadata"] == ["a": "b"])
    }
  }

  // MARK: keys

  @Test func `A list of keys marks the signing ones`() throws {
    func key(_ name: String, _ from: TimeInterval, _ end: TimeInterval? = nil) -> SigningKeyRecord {
      SigningKeyRecord(
        keyID: name, algorithm: name.hasPrefix("e") ? .es256 : .rs256, signsFrom: Date(timeIntervalSince1970: from),
        publishedUntil: end.map { Date(timeIntervalSince1970: $0) }, sealedKey: [])
    }
    let keys = [key("e-old", 1, 50), key("e-older", 0, 9), key("r", 5), key("e-new", 20), key("e", 5, 100)]
    let listed = ListedKey.list(keys, at: Date(timeIntervalSince1970: 10))
    #expect(listed.map(\.record.keyID) == ["e-new", "e", "e-old", "e-older", "r"])
    #expect(listed.map(\.state) == [.announced, .signs, .published, .over, .signs])
    #expect(listed[1].members["published_until"] == "1970-01-01T00:01:40Z")
  }
}

/// Whether a database answers, set by a test.
private final class Box: Sendable {
  private let value: Mutex<Bool>
  init(answers: Bool) { value = Mutex(answers) }
  var answers: Bool { value.withLock { $0 } }
  func set(_ answers: Bool) { value.withLock { $0 = answers } }
}

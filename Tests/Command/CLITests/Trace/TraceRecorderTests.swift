import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import PixyConnection
@testable import PixyTerminal
@testable import PixyWire

@Suite struct TraceRecorderTests {
  private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ line: String) { kept.withLock { $0.append(line) } }
    var all: [String] { kept.withLock { $0 } }
  }

  private static let address = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/x")

  @Test func `A failure is recorded and passed on`() async throws {
    let recorder = try TraceRecorder(command: "test", say: nil, file: nil, complain: { _ in })
    let transport = TracingTransport(
      transport: ScriptedTransport(results: [
        .failure(HTTPTransportError(.timedOut, origin: "https://a.example"))
      ]), recorder: recorder, clock: MonotonicClock { .zero })
    await #expect(throws: HTTPTransportError(.timedOut, origin: "https://a.example")) {
      try await transport.send(Self.address, body: [], limits: HTTPLimits())
    }
    guard case .exchange(let exchange)? = recorder.trace.events.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(exchange.answer == nil && exchange.failure?.contains("did not answer in time") == true)
  }

  @Test func `The file is complete after each step, and only its owner can read it`() async throws {
    let path = NSTemporaryDirectory() + "pixy-trace-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Another file with other permissions is replaced, not written into.
    #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o666]))
    let recorder = try TraceRecorder(
      command: "test", say: nil, file: try PrivateFile(path: path), complain: { Issue.record("\($0)") })
    let transport = TracingTransport(
      transport: ScriptedTransport(.json(["a": 1]), .json(["b": 2])), recorder: recorder)
    for count in 0...2 {
      let saved = try Trace(bytes: Array(Data(contentsOf: URL(filePath: path))))
      #expect(saved.events.count == count && saved == recorder.trace)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      if count < 2 { _ = try await transport.send(Self.address, body: [], limits: HTTPLimits()) }
    }
    let beside = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
    #expect(!beside.contains { $0.hasPrefix(URL(filePath: path).lastPathComponent + ".") })
  }

  @Test func `A file that can no longer be written ends no sign-in, and is reported once`() async throws {
    let folder = NSTemporaryDirectory() + "pixy-trace-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let lines = Lines()
    let recorder = try TraceRecorder(
      command: "test", say: nil, file: try PrivateFile(path: folder + "/t.json"), complain: lines.add)
    try FileManager.default.removeItem(atPath: folder)
    let transport = TracingTransport(transport: ScriptedTransport(.json([:]), .json([:])), recorder: recorder)
    for _ in 0..<2 { _ = try await transport.send(Self.address, body: [], limits: HTTPLimits()) }
    #expect(lines.all.count == 1 && lines.all[0].contains("t.json"))
    #expect(recorder.trace.events.count == 2)
  }

  @Test func `A trace never exceeds the limit for reading, and reports that once`() async throws {
    let path = NSTemporaryDirectory() + "pixy-trace-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Lines()
    let recorder = try TraceRecorder(
      command: "test", say: nil, file: try PrivateFile(path: path), complain: lines.add)
    let answer = JSONValue.array(Array(repeating: .string(String(repeating: "a b ", count: 70)), count: 3_000))
    for _ in 0..<8 {
      recorder.exchanged(
        Self.address, [],
        .success(
          HTTPAnswer(
            HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: answer.bytes())),
        took: .zero)
    }
    let saved = try Trace(bytes: Array(Data(contentsOf: URL(filePath: path))))
    #expect(saved.events.count == 4 && lines.all.count == 1, "\(saved.events.count) \(lines.all)")
  }

  @Test func `A trace can't replace a folder or a device`() throws {
    for path in ["/", "/dev/null"] {
      #expect(throws: (any Error).self) { try PrivateFile(path: path) }
    }
  }

  @Test func `Each step is printed when it happens`() async throws {
    let lines = Lines()
    let recorder = try TraceRecorder(command: "test", say: lines.add, file: nil, complain: { _ in })
    let transport = TracingTransport(
      transport: ScriptedTransport(.json(["issuer": "https://a.example"])), recorder: recorder,
      clock: MonotonicClock { .zero })
    var request = Self.address
    request.path = "/.well-known/oauth-authorization-server"
    _ = try await transport.send(request, body: [], limits: HTTPLimits())
    #expect(lines.all.first?.hasPrefix(" 1. Discovery") == true && lines.all.first?.contains("RFC 8414 §3") == true)
    #expect(lines.all.contains("    200 after 0 ms"))
    #expect(lines.all.contains("      issuer  https://a.example"))
  }
}

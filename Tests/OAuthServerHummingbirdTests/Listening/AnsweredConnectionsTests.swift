import Foundation
import HTTPTypes
import NIOCore
import OAuthCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// What happens on one connection, seen from the client's end.
///
/// A server that doesn't hang up ends a test by its time limit. The times that a test isn't about are longer than that.
@Suite(.timeLimit(.minutes(60))) struct AnsweredConnectionsTests {
  let live = LiveServer()

  private func request(_ path: String, _ fields: String = "", body: String = "") -> String {
    (body.isEmpty ? "GET" : "POST") + " \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(body)"
  }

  @Test func `Requests that don't wait for answers are answered in their order`() async throws {
    try await withPlayedServer { issuer, _ in
      let count = 200
      let octets = (0..<count).map { request("/\($0)", $0 == count - 1 ? "Connection: close\r\n" : "") }.joined()
      let answers = try await RawClient.exchange(octets, with: issuer)
      let bodies = answers.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\n" } }
      #expect(bodies.map(String.init) == (0..<count).map { "GET /\($0) 0" })
    }
  }

  @Test func `An answer that takes its time is waited for by those after it`() async throws {
    try await withPlayedServer { issuer, served in
      let asked = Task {
        try await RawClient.exchange(
          request("/hang") + request("/after", "Connection: close\r\n"), with: issuer)
      }
      await served.isHanging()
      // Another connection's requests are answered meanwhile, and the one behind the slow one hasn't begun.
      _ = try await RawClient.get("/other", issuer)
      #expect(served.requests == ["GET /hang 0", "GET /other 0"])
      served.release()
      let bodies = try await asked.value.matches(of: /GET \/\w+ 0/).map { String($0.0) }
      #expect(bodies == ["GET /hang 0", "GET /after 0"])
    }
  }

  @Test func `Nor has it begun after an answer that was too large to be sent at once`() async throws {
    try await withPlayedServer { issuer, served in
      let asked = Task {
        try await RawClient.exchange(
          request("/octets/500000") + request("/hang") + request("/after", "Connection: close\r\n"), with: issuer)
      }
      await served.isHanging()
      for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
      #expect(served.requests.filter { $0 != "GET /other 0" } == ["GET /octets/500000 0", "GET /hang 0"])
      served.release()
      let bodies = try await asked.value.matches(of: /GET \/\w+ 0/).map { String($0.0) }
      #expect(bodies == ["GET /hang 0", "GET /after 0"])
    }
  }

  @Test(arguments: ["close", "Close", "x-option, close", "x-option,\tclose ,y", "x\r\nConnection: close"])
  func `After the last answer nothing is answered any more, and the client is told`(option: String) async throws {
    try await withPlayedServer { issuer, served in
      let answers = try await RawClient.exchange(
        request("/first", "Connection: \(option)\r\n") + request("/second"), with: issuer)
      #expect(answers.contains("GET /first 0") && !answers.contains("second"))
      #expect(answers.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests == ["GET /first 0"])
    }
  }

  @Test func `Who goes on sending after the last answer is hung up on`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(request("/", "Connection: close\r\n"), then: request("/more"), to: issuer)
      }
      #expect(served.requests == ["GET / 0"])
    }
  }

  // Answers are far longer than requests: whoever reads none would have them all kept.
  @Test func `Who reads no answers gets few made, and is hung up on`() async throws {
    try await live.withServer(
      ConnectionTimes(hangingUp: .seconds(3_600), idle: .milliseconds(200), writing: .milliseconds(200))
    ) { issuer, served in
      let asking = request("/octets/262144")
      repeat {
        // On a busy machine the connection may be idle for too long before the first request comes.
        await #expect(throws: (any Error).self) {
          try await RawClient.flood(asking, then: asking, to: issuer, isDeaf: true)
        }
      } while served.requests.isEmpty && !Task.isCancelled
      // As many as the kernel takes for the two of them, and one more.
      #expect((1...100).contains(served.requests.count), "\(served.requests.count)")
    }
  }

  @Test func `Who reads slowly gets everything`() async throws {
    // What comes back takes nearly five seconds, in which the client sends nothing.
    try await live.withServer(ConnectionTimes(hangingUp: .seconds(3_600), idle: .seconds(2))) { issuer, served in
      let asking = request("/octets/4000000")
      var count = 0
      // On a busy machine even the first request can take two seconds to come. Who is hung up on for being slow never gets everything.
      while count <= 12_000_000, !Task.isCancelled {
        count =
          (try? await RawClient.read(
            asking + asking + request("/octets/4000000", "Connection: close\r\n"), from: issuer,
            every: .milliseconds(25))) ?? 0
      }
      #expect(count > 12_000_000 && served.requests.count >= 3, "\(count)")
    }
  }

  // RFC 9112 §9.6: an end of what a client sends is no end of what it reads.
  @Test func `Who has nothing more to send gets the whole answer`() async throws {
    try await live.withServer { issuer, served in
      for octets in [request("/octets/9000000"), request("/x") + request("/octets/9000000")] {
        let answer = try await RawClient.exchange(octets, with: issuer, closingOutput: true)
        #expect(answer.utf8.count > 9_000_000, "\(answer.utf8.count)")
      }
    }
  }

  @Test(arguments: [
    "", "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab",
  ])
  func `Who doesn't go on with a request is hung up on`(octets: String) async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .seconds(3_600), idle: .milliseconds(20))) {
      issuer, served in
      do {
        let answer = try await RawClient.exchange(octets, with: issuer)
        #expect(answer.isEmpty)
      } catch let error as IOError where error.errnoCode == ECONNRESET {
        // On a busy machine it may be too late even for what came: the kernel says so to who sends it.
      }
      #expect(served.requests.isEmpty)
    }
  }

  // RFC 9110 §15.5.9.
  @Test func `A request that comes piece by piece for too long is answered with 408`() async throws {
    try await live.withServer(ConnectionTimes(request: .zero)) { issuer, served in
      let head = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
      let answer = try await RawClient.exchange(head, then: "a", after: "100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["100", "408"])
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests.isEmpty)
    }
  }

  @Test func `A request that comes at once is in time, however little there is`() async throws {
    try await live.withServer(ConnectionTimes(request: .zero)) { issuer, served in
      _ = try await RawClient.exchange(
        request("/x", "Connection: close\r\nContent-Length: 3\r\n", body: "abc"), with: issuer)
      #expect(served.requests == ["POST /x 3"])
    }
  }

  @Test func `A request that takes its time to be answered isn't idle`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .seconds(3_600), idle: .milliseconds(20))) {
      issuer, served in
      var slow: Task<String, any Error>
      repeat {
        // On a busy machine the connection may be idle for too long before the request comes.
        slow = Task {
          defer { served.nothingHangs() }
          return try await RawClient.exchange(request("/hang", "Connection: close\r\n"), with: issuer)
        }
      } while await !served.isHanging() && !Task.isCancelled
      // This one is idle from the beginning, and has been for as long as the other one when it ends.
      _ = try await RawClient.exchange("", with: issuer)
      served.release()
      #expect(try await slow.value.hasSuffix("GET /hang 0\n"))
    }
  }

  // RFC 9110 §10.1.1.
  @Test(arguments: ["100-continue", "100-Continue"])
  func `A client that waits for it is told to send its body`(expectation: String) async throws {
    try await withPlayedServer { issuer, served in
      let head =
        "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\nExpect: \(expectation)\r\n\r\n"
      let answer = try await RawClient.exchange(head, then: "abc", after: "HTTP/1.1 100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["100", "200"])
      #expect(answer.hasSuffix("POST /x 3\n") && served.requests == ["POST /x 3"])
    }
  }

  @Test func `A client that waits is told after the answers to what it asked before`() async throws {
    try await withPlayedServer { issuer, served in
      let head = "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
      let answer = try await RawClient.exchange(
        request("/a") + request("/b") + head, then: "abc", after: "HTTP/1.1 100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["200", "200", "100", "200"])
      #expect(served.requests == ["GET /a 0", "GET /b 0", "POST /x 3"])
    }
  }

  // RFC 9112 §9.3: whether more may come is up to an option that few servers know, and none has to.
  @Test(arguments: ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"])
  func `A client of HTTP 1.0 gets one answer, and the connection is closed`(fields: String) async throws {
    try await withPlayedServer { issuer, served in
      let octets = "POST /x HTTP/1.0\r\n\(fields)Content-Length: 3\r\n\r\nabc" + "GET /more HTTP/1.0\r\n\r\n"
      let answer = try await RawClient.exchange(octets, with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["200"])
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests == ["POST /x 3"])
    }
  }

  // RFC 9110 §7.8: what isn't granted may be ignored, but NIO reads nothing after it.
  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
  ])
  func `A wish for another protocol is answered, and the connection is closed`(octets: String) async throws {
    try await withPlayedServer { issuer, served in
      let answer = try await RawClient.exchange(octets + request("/more"), with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).count == 1)
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(!served.requests.contains("GET /more 0"))
    }
  }

  @Test func `Who goes on sending after such a wish is hung up on`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(
          request("/", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), then: String(repeating: "x", count: 100_000),
          to: issuer)
      }
      #expect(served.requests == ["GET / 0"])
    }
  }

  // RFC 9110 §9.3.2: octets after the head would be taken for the next answer.
  @Test func `A request for the head alone is answered without a body, whatever the answer is`() async throws {
    try await withPlayedServer { issuer, _ in
      let answers = try await RawClient.exchange(
        "HEAD /x HTTP/1.1\r\nHost: x\r\n\r\n" + request("/y", "Connection: close\r\n"), with: issuer)
      let parts = answers.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 3 && parts[1].hasPrefix("HTTP/1.1 200") && parts[2] == "GET /y 0\n")
      #expect(parts[0].lowercased().contains("\r\ncontent-length: 10"))
    }
  }

  // RFC 9112 §3.2.
  @Test(arguments: [(1, 0, 400), (1, 1, 200), (1, 2, 400), (0, 0, 200), (0, 1, 200), (0, 2, 400)])
  func `A request has one host, and before 1.1 perhaps none`(version: Int, hosts: Int, status: Int) async throws {
    try await withPlayedServer { issuer, _ in
      let fields = String(repeating: "Host: x\r\n", count: hosts)
      let answer = try await RawClient.send("GET / HTTP/1.\(version)\r\n\(fields)Connection: close\r\n\r\n", to: issuer)
      #expect(answer.status == status)
    }
  }

  // RFC 9112 §3.2.2.
  @Test func `A request for a whole URI is one for its path`() async throws {
    try await withPlayedServer { issuer, served in
      _ = try await RawClient.send("GET http://x/y?z=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: issuer)
      #expect(served.requests == ["GET /y?z=1 0"])
    }
  }

  @Test func `However much that can't be read follows a request, it is answered`() async throws {
    try await withPlayedServer { issuer, served in
      // More than is read at once.
      let more = String(repeating: request("/more"), count: 1_000)
      let asked = Task {
        try await RawClient.exchange(request("/hang", "Connection: close\r\n") + more, with: issuer)
      }
      await served.isHanging()
      _ = try await RawClient.get("/other", issuer)
      served.release()
      #expect(try await asked.value.hasSuffix("GET /hang 0\n"))
    }
  }

  @Test func `Who sends more than is read is hung up on after the answer`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(head, then: String(repeating: "x", count: 10_000), to: issuer)
      }
      #expect(served.requests.count == 1)
    }
  }

  @Test func `A client that sends nothing after its request gets the answer`() async throws {
    try await withPlayedServer { issuer, _ in
      let answer = try await RawClient.exchange(request("/"), with: issuer, closingOutput: true)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("GET / 0\n"))
    }
  }

  @Test func `What isn't HTTP is answered with 400, after what was asked before it`() async throws {
    try await withPlayedServer { issuer, _ in
      let broken = try await RawClient.exchange("BROKEN\r\n\r\n", with: issuer)
      #expect(broken.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(broken.lowercased().contains("\r\ncontent-length: 0\r\n"))
      let answers = try await RawClient.exchange(request("/before") + "BROKEN\r\n\r\n", with: issuer)
      #expect(answers.contains("GET /before 0"))
      let statuses = answers.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
      #expect(statuses == ["200", "400"])
    }
  }

  @Test func `Too many octets are answered before all of them have come`() async throws {
    try await live.run { issuer in
      let head = "POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\nConnection: close\r\n\r\n"
      let octets = String(repeating: "a", count: AuthorizationServer.maximumBodyOctets + 1)
      // The server has half closed the connection then; who goes on sending is not listened to.
      let answer = try await RawClient.send(head + octets, to: issuer)
      #expect(answer.status == 413)
    }
  }

  @Test func `A body that comes in pieces is one body`() async throws {
    try await withPlayedServer { issuer, _ in
      let chunked = "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
      let answer = try await RawClient.exchange(
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked, with: issuer
      )
      #expect(answer.hasSuffix("POST /x 7\n"))
    }
  }

  @Test func `An answer has the date and its length`() async throws {
    try await withPlayedServer { issuer, _ in
      let answer = try await RawClient.get("/", issuer)
      let date = try #require(answer.field("date"))
      #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
      #expect(answer.field("content-length") == "8" && answer.body == "GET / 0\n")
    }
  }

  // RFC 9110 §5.6.7 has the first one.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (1_709_208_000, "Thu, 29 Feb 2024 12:00:00 GMT"), (1_893_455_999, "Mon, 31 Dec 2029 23:59:59 GMT"),
  ])
  func `Dates are written as HTTP wants them`(seconds: Int, text: String) {
    #expect(DateField.text(Date(timeIntervalSince1970: Double(seconds))) == text)
  }

  @Test func `A client that hangs up costs nobody else an answer`() async throws {
    try await withPlayedServer { issuer, served in
      let hung = Task { try await RawClient.exchange(request("/hang"), with: issuer) }
      await served.isHanging()
      hung.cancel()
      _ = await hung.result
      let answer = try await RawClient.get("/", issuer)
      #expect(answer.status == 200)
      served.release()
    }
  }

  @Test func `What is being answered when the server is told to stop is answered`() async throws {
    let served = Served()
    let asked = try await withPlayedServer(served) { issuer, _ in
      let asked = Task { try await RawClient.exchange(request("/hang"), with: issuer) }
      await served.isHanging()
      // The server is stopped as soon as this returns, and takes no new connection from then on.
      Task {
        let other = request("/", "Connection: close\r\n")
        while let answer = try? await RawClient.exchange(other, with: issuer), !answer.isEmpty {}
        served.release()
      }
      return asked
    }
    let answer = try await asked.value
    #expect(answer.hasSuffix("GET /hang 0\n"))
    #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
  }

  @Test func `A server that is cancelled doesn't wait for what hangs`() async throws {
    let asked = try await live.withServer { issuer, served in
      let asked = Task { try await RawClient.exchange(request("/hang-until-cancelled"), with: issuer) }
      await served.isHanging()
      return asked
    }
    #expect((try? await asked.value) ?? "" == "")
  }

  /// Runs a server that answers what it was asked.
  private func withPlayedServer<Output: Sendable>(
    _ served: Served = Served(), _ body: @Sendable (Issuer, Served) async throws -> Output
  ) async throws -> Output {
    try await withAuthorizationServer(times: LiveServer.patience, make: { _ in served }, logger: live.log.logger()) {
      try await body($0, served)
    }
  }
}

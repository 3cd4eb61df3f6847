import Evidence
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import OAuthCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// The behaviour of a connection, as its client sees it.
///
/// A test fails by its time limit if the server doesn't close the connection. Timeouts that a test
/// doesn't check are longer than that.
@Suite(.covers("RFC 9110 §9.3, server", "RFC 9112 §3.2, server"), .timeLimit(.minutes(60))) struct HTTPConnectionsTests
{
  let live = LiveServer()

  private func request(_ path: String, _ fields: String = "", body: String = "") -> String {
    (body.isEmpty ? "GET" : "POST") + " \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\(body)"
  }

  @Test func `Pipelined requests are answered in their order`() async throws {
    try await withPlayedServer { issuer, _ in
      let count = 200
      let bytes = (0..<count).map { request("/\($0)", $0 == count - 1 ? "Connection: close\r\n" : "") }.joined()
      let answers = try await RawClient.exchange(bytes, with: issuer)
      let bodies = answers.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\n" } }
      #expect(bodies.map(String.init) == (0..<count).map { "GET /\($0) 0" })
    }
  }

  @Test func `A slow answer delays the answers after it`() async throws {
    try await withPlayedServer { issuer, served in
      let asked = Task {
        try await RawClient.exchange(
          request("/hang") + request("/after", "Connection: close\r\n"), with: issuer)
      }
      await served.isHanging()
      // Requests of another connection are answered meanwhile. The request after the slow one isn't
      // begun.
      _ = try await RawClient.get("/other", issuer)
      #expect(served.requests == ["GET /hang 0", "GET /other 0"])
      served.release()
      let bodies = try await asked.value.matches(of: /GET \/\w+ 0/).map { String($0.0) }
      #expect(bodies == ["GET /hang 0", "GET /after 0"])
    }
  }

  @Test func `An answer too large to be sent at once delays the next request too`() async throws {
    try await withPlayedServer { issuer, served in
      let asked = Task {
        try await RawClient.exchange(
          request("/bytes/500000") + request("/hang") + request("/after", "Connection: close\r\n"), with: issuer)
      }
      await served.isHanging()
      for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
      #expect(served.requests.filter { $0 != "GET /other 0" } == ["GET /bytes/500000 0", "GET /hang 0"])
      served.release()
      let bodies = try await asked.value.matches(of: /GET \/\w+ 0/).map { String($0.0) }
      #expect(bodies == ["GET /hang 0", "GET /after 0"])
    }
  }

  @Test(arguments: ["close", "Close", "x-option, close", "x-option,\tclose ,y", "x\r\nConnection: close"])
  func `Nothing is answered after the last answer, which announces the end`(option: String) async throws {
    try await withPlayedServer { issuer, served in
      let answers = try await RawClient.exchange(
        request("/first", "Connection: \(option)\r\n") + request("/second"), with: issuer)
      #expect(answers.contains("GET /first 0") && !answers.contains("second"))
      #expect(answers.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests == ["GET /first 0"])
    }
  }

  @Test func `A client that keeps sending after the last answer is disconnected`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(request("/", "Connection: close\r\n"), then: request("/more"), to: issuer)
      }
      #expect(served.requests == ["GET / 0"])
    }
  }

  // Answers are far longer than requests. Without a limit, unread answers would fill the memory.
  @Test(.covers("attack: a connection that reads no answers"))
  func `Who reads no answers gets few made, and is hung up on`() async throws {
    try await live.withServer(
      ConnectionTimeouts(hangingUp: .seconds(3_600), idle: .milliseconds(200), writing: .milliseconds(200))
    ) { issuer, served in
      let asking = request("/bytes/262144")
      repeat {
        // On a busy machine the idle timeout can pass before the first request arrives.
        await #expect(throws: (any Error).self) {
          try await RawClient.flood(asking, then: asking, to: issuer, isDeaf: true)
        }
      } while served.requests.isEmpty && !Task.isCancelled
      // As many answers as the buffers of the two sockets take, and one more.
      #expect((1...100).contains(served.requests.count), "\(served.requests.count)")
    }
  }

  @Test func `A client that reads slowly gets all answers`() async throws {
    // The answers take nearly five seconds, in which the client sends nothing.
    try await live.withServer(ConnectionTimeouts(hangingUp: .seconds(3_600), idle: .seconds(2))) { issuer, served in
      let asking = request("/bytes/4000000")
      var count = 0
      // On a busy machine the first request can take two seconds to arrive. A client that is
      // disconnected for being slow never gets everything.
      while count <= 12_000_000, !Task.isCancelled {
        count =
          (try? await RawClient.read(
            asking + asking + request("/bytes/4000000", "Connection: close\r\n"), from: issuer,
            every: .milliseconds(25))) ?? 0
      }
      #expect(count > 12_000_000 && served.requests.count >= 3, "\(count)")
    }
  }

  // RFC 9112 §9.6: a client that has closed its side for sending can still read.
  @Test func `A client that has closed its side gets the whole answer`() async throws {
    try await live.withServer { issuer, served in
      for bytes in [request("/bytes/9000000"), request("/x") + request("/bytes/9000000")] {
        let answer = try await RawClient.exchange(bytes, with: issuer, closingOutput: true)
        #expect(answer.utf8.count > 9_000_000, "\(answer.utf8.count)")
      }
    }
  }

  @Test(arguments: [
    "", "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab",
  ])
  func `A client that doesn't complete its request is disconnected`(bytes: String) async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .seconds(3_600), idle: .milliseconds(20))) {
      issuer, served in
      do {
        let answer = try await RawClient.exchange(bytes, with: issuer)
        #expect(answer.isEmpty)
      } catch let error as IOError where error.errnoCode == ECONNRESET {
        // On a busy machine the server can close the connection before all bytes have arrived. The
        // kernel then resets the connection.
      }
      #expect(served.requests.isEmpty)
    }
  }

  // RFC 9110 §15.5.9.
  @Test func `A request that arrives too slowly is answered with 408`() async throws {
    try await live.withServer(ConnectionTimeouts(request: .zero)) { issuer, served in
      let head = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
      let answer = try await RawClient.exchange(head, then: "a", after: "100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["100", "408"])
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests.isEmpty)
    }
  }

  @Test func `A request that arrives at once is in time, even with a deadline of zero`() async throws {
    try await live.withServer(ConnectionTimeouts(request: .zero)) { issuer, served in
      _ = try await RawClient.exchange(
        request("/x", "Connection: close\r\nContent-Length: 3\r\n", body: "abc"), with: issuer)
      #expect(served.requests == ["POST /x 3"])
    }
  }

  @Test func `A connection isn't idle while a request is being answered`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .seconds(3_600), idle: .milliseconds(20))) {
      issuer, served in
      var slow: Task<String, any Error>
      repeat {
        // On a busy machine the idle timeout can pass before the request arrives.
        slow = Task {
          defer { served.nothingHangs() }
          return try await RawClient.exchange(request("/hang", "Connection: close\r\n"), with: issuer)
        }
      } while await !served.isHanging() && !Task.isCancelled
      // This connection is idle from the beginning. When it ends, the other one has existed for the
      // same time.
      _ = try await RawClient.exchange("", with: issuer)
      served.release()
      #expect(try await slow.value.hasSuffix("GET /hang 0\n"))
    }
  }

  // RFC 9110 §10.1.1.
  @Test(arguments: ["100-continue", "100-Continue"])
  func `A client that expects 100 Continue gets it`(expectation: String) async throws {
    try await withPlayedServer { issuer, served in
      let head =
        "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\nExpect: \(expectation)\r\n\r\n"
      let answer = try await RawClient.exchange(head, then: "abc", after: "HTTP/1.1 100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["100", "200"])
      #expect(answer.hasSuffix("POST /x 3\n") && served.requests == ["POST /x 3"])
    }
  }

  @Test func `100 Continue follows the answers to earlier requests`() async throws {
    try await withPlayedServer { issuer, served in
      let head = "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
      let answer = try await RawClient.exchange(
        request("/a") + request("/b") + head, then: "abc", after: "HTTP/1.1 100 Continue\r\n\r\n", with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["200", "200", "100", "200"])
      #expect(served.requests == ["GET /a 0", "GET /b 0", "POST /x 3"])
    }
  }

  // RFC 9112 §9.3: keeping such a connection open is optional for servers.
  @Test(arguments: ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"])
  func `After an answer to HTTP 1.0 the connection is closed`(fields: String) async throws {
    try await withPlayedServer { issuer, served in
      let bytes = "POST /x HTTP/1.0\r\n\(fields)Content-Length: 3\r\n\r\nabc" + "GET /more HTTP/1.0\r\n\r\n"
      let answer = try await RawClient.exchange(bytes, with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["200"])
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(served.requests == ["POST /x 3"])
    }
  }

  // RFC 9110 §7.8: the server may ignore the request, but NIO's decoder stops at it.
  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
  ])
  func `After a request for another protocol the connection is closed`(bytes: String) async throws {
    try await withPlayedServer { issuer, served in
      let answer = try await RawClient.exchange(bytes + request("/more"), with: issuer)
      #expect(answer.matches(of: /HTTP\/1\.1 (\d+)/).count == 1)
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(!served.requests.contains("GET /more 0"))
    }
  }

  @Test func `A client that keeps sending after a request for another protocol is disconnected`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(
          request("/", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), then: String(repeating: "x", count: 100_000),
          to: issuer)
      }
      #expect(served.requests == ["GET / 0"])
    }
  }

  // RFC 9110 §9.3.2: the client would take a body for the next answer.
  @Test func `An answer to HEAD has no body`() async throws {
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
  func `A request needs exactly one Host field, in HTTP 1.0 at most one`(version: Int, hosts: Int, status: Int)
    async throws
  {
    try await withPlayedServer { issuer, _ in
      let fields = String(repeating: "Host: x\r\n", count: hosts)
      let answer = try await RawClient.send("GET / HTTP/1.\(version)\r\n\(fields)Connection: close\r\n\r\n", to: issuer)
      #expect(answer.status == status)
    }
  }

  // RFC 9112 §6.1: a proxy in front may have read another body.
  @Test(arguments: [
    (1, "Transfer-Encoding:\r\nContent-Length: 3\r\n", 400), (1, "Transfer-Encoding: \r\n", 400),
    (1, "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400), (1, "Transfer-Encoding: , chunked\r\n", 400),
    (0, "Transfer-Encoding: chunked\r\n", 400), (1, "Content-Length: 3\r\n", 200),
  ])
  func `A request whose body two readers would find at different places is rejected`(
    version: Int, fields: String, status: Int
  ) async throws {
    try await withPlayedServer { issuer, served in
      let answer = try await RawClient.send(
        "POST /x HTTP/1.\(version)\r\nHost: x\r\n\(fields)Connection: close\r\n\r\n0\r\n\r\n", to: issuer)
      #expect(answer.status == status && served.requests.isEmpty == (status == 400))
    }
  }

  @Test(arguments: [true, false]) func `Browsers are told to use https if the server speaks TLS itself`(
    requiresHTTPS: Bool
  ) async throws {
    let pendingServer = PendingServer()
    pendingServer.succeed(Served())
    let dispatcher = RequestDispatcher(
      pendingServer: pendingServer, clientCertificates: nil, requiresHTTPS: requiresHTTPS)
    let channel = NIOAsyncTestingChannel()
    let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
    let answer = await dispatcher.answer(request, [], from: nil, over: channel)
    #expect(answer.response.headerFields[.strictTransportSecurity] == (requiresHTTPS ? "max-age=31536000" : nil))
    _ = try await channel.finish()
  }

  // RFC 9112 §3.2.2.
  @Test func `A request for a whole URI is answered like one for its path`() async throws {
    try await withPlayedServer { issuer, served in
      _ = try await RawClient.send("GET http://x/y?z=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: issuer)
      #expect(served.requests == ["GET /y?z=1 0"])
    }
  }

  @Test func `A request is answered even if unreadable bytes follow it`() async throws {
    try await withPlayedServer { issuer, served in
      // More than one read returns.
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

  @Test func `A client that sends a too large body is disconnected after the answer`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(head, then: String(repeating: "x", count: 10_000), to: issuer)
      }
      #expect(served.requests.count == 1)
    }
  }

  @Test func `A client that closes its side after the request gets the answer`() async throws {
    try await withPlayedServer { issuer, _ in
      let answer = try await RawClient.exchange(request("/"), with: issuer, closingOutput: true)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("GET / 0\n"))
    }
  }

  @Test func `Bytes that aren't HTTP are answered with 400, after the earlier requests`() async throws {
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

  @Test func `A too large body is answered before all of it has arrived`() async throws {
    try await live.run { issuer in
      let head = "POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\nConnection: close\r\n\r\n"
      let bytes = String(repeating: "a", count: AuthorizationServer.maximumBodyBytes + 1)
      // The server closes its side after the answer and discards further bytes.
      let answer = try await RawClient.send(head + bytes, to: issuer)
      #expect(answer.status == 413)
    }
  }

  @Test func `A body in chunks is assembled`() async throws {
    try await withPlayedServer { issuer, _ in
      let chunked = "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
      let answer = try await RawClient.exchange(
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked, with: issuer
      )
      #expect(answer.hasSuffix("POST /x 7\n"))
    }
  }

  @Test func `An answer has its date and its length`() async throws {
    try await withPlayedServer { issuer, _ in
      let answer = try await RawClient.get("/", issuer)
      let date = try #require(answer.field("date"))
      #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
      #expect(answer.field("content-length") == "8" && answer.body == "GET / 0\n")
    }
  }

  // The first example is from RFC 9110 §5.6.7.
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (1_709_208_000, "Thu, 29 Feb 2024 12:00:00 GMT"), (1_893_455_999, "Mon, 31 Dec 2029 23:59:59 GMT"),
  ])
  func `Dates have the format of HTTP`(seconds: Int, text: String) {
    #expect(DateField.text(Date(timeIntervalSince1970: Double(seconds))) == text)
  }

  @Test(.covers("CVE-2025-53365")) func `A client that disconnects doesn't affect other clients`() async throws {
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

  @Test func `A request under way at a graceful shutdown is answered`() async throws {
    let served = Served()
    let asked = try await withPlayedServer(served) { issuer, _ in
      let asked = Task { try await RawClient.exchange(request("/hang"), with: issuer) }
      await served.isHanging()
      // The server shuts down as soon as this closure returns, and then accepts no connections.
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

  @Test func `A server that is cancelled doesn't wait for its answers`() async throws {
    let asked = try await live.withServer { issuer, served in
      let asked = Task { try await RawClient.exchange(request("/hang-until-cancelled"), with: issuer) }
      await served.isHanging()
      return asked
    }
    #expect((try? await asked.value) ?? "" == "")
  }

  /// Runs a server that answers with the request line.
  private func withPlayedServer<Output: Sendable>(
    _ served: Served = Served(), _ body: @Sendable (Issuer, Served) async throws -> Output
  ) async throws -> Output {
    try await withAuthorizationServer(times: LiveServer.patience, make: { _ in served }, logger: live.log.logger()) {
      try await body($0, served)
    }
  }
}

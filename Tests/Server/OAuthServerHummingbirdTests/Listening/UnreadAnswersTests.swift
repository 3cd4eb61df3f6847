import Evidence
import NIOCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// Answers that a client reads slowly or not at all.
///
/// A test fails by its time limit if the server makes no progress. Timeouts that a test doesn't
/// check are longer than that.
@Suite(.timeLimit(.minutes(60))) struct UnreadAnswersTests {
  /// The path of an answer that is larger than the buffers of two sockets.
  private static let large = "/bytes/16000000"

  private let live = LiveServer()

  private func request(_ path: String, _ fields: String = "") -> ByteBuffer {
    ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
  }

  /// Reads the rest of the connection and returns the number of large answers in it. Heads and
  /// other answers are far smaller.
  private func large(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> Int {
    var count = 0
    for try await buffer in inbound { count += buffer.readableBytes }
    return count / 16_000_000
  }

  @Test(.covers("attack: a connection that reads no answers"))
  func `As long as an answer isn't read, no other is begun`() async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        for _ in 0..<3 { try await outbound.write(request(Self.large)) }
        try await outbound.write(request("/last", "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // Enough time for the other requests, if they were begun.
        for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
        #expect(served.requests.filter { $0 != "GET /other 0" } == ["GET \(Self.large) 0"])
        #expect(try await large(inbound) == 3)
        #expect(served.requests.filter { $0 != "GET /other 0" }.suffix(2) == ["GET \(Self.large) 0", "GET /last 0"])
      }
    }
  }

  // When a client closes its side, NIO reads all that the kernel has, even while reading is paused.
  @Test func `At most a thousand requests are kept until their turn`() async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large))
        await served.isAsked("GET \(Self.large) 0")
        let many = String(repeating: "GET / HTTP/1.1\r\nHost:x\r\n\r\n", count: 1_500)
        try await outbound.write(ByteBuffer(string: many))
        outbound.finish()
        // Enough time for them to arrive.
        for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
        #expect(try await large(inbound) == 1)
        #expect(served.requests.count { $0 == "GET / 0" } == 1_000)
      }
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `A client that reads nothing is disconnected, even if it keeps sending`(fields: String) async throws {
    let long = Duration.seconds(3_600)
    try await live.withServer(ConnectionTimeouts(hangingUp: long, idle: long, writing: .milliseconds(20))) {
      issuer, served in
      await #expect(throws: (any Error).self) {
        try await RawClient.flood(
          String(buffer: request(Self.large, fields)), then: String(buffer: request("/more")), to: issuer,
          isDeaf: true)
      }
      #expect(served.requests == ["GET \(Self.large) 0"])
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `A client that closes its side at once gets all answers`(fields: String) async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large))
        try await outbound.write(request(Self.large, fields))
        outbound.finish()
        #expect(try await large(inbound) == 2)
      }
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `A client that closes its side during an answer gets all of it`(fields: String) async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large, fields))
        var iterator = inbound.makeAsyncIterator()
        var count = 0
        while let buffer = try await iterator.next() {
          count += buffer.readableBytes
          outbound.finish()
        }
        #expect(count > 16_000_000)
      }
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `A client that closes its side over TLS gets all answers`(fields: String) async throws {
    try await live.withServer(identity: BankServer().identity(nil)) { issuer, served in
      try await RawClient.withConnection(to: issuer, isTLS: true) { inbound, outbound in
        try await outbound.write(request(Self.large))
        try await outbound.write(request(Self.large, fields))
        outbound.finish()
        #expect(try await large(inbound) == 2)
      }
    }
  }

  @Test func `Over TLS too, no other answer is begun as long as one isn't read`() async throws {
    try await live.withServer(identity: BankServer().identity(nil)) { issuer, served in
      try await RawClient.withConnection(to: issuer, isTLS: true) { inbound, outbound in
        try await outbound.write(request(Self.large))
        try await outbound.write(request("/last", "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // Enough time for the other request, if it were begun.
        for _ in 0..<50 {
          try await RawClient.withConnection(to: issuer, isTLS: true) { inbound, outbound in
            try await outbound.write(request("/other", "Connection: close\r\n"))
            for try await _ in inbound {}
          }
        }
        #expect(!served.requests.contains("GET /last 0"))
        #expect(try await large(inbound) == 1)
        #expect(served.requests.last == "GET /last 0")
      }
    }
  }

  @Test func `A client that closes its side and reads nothing is disconnected`() async throws {
    let long = Duration.seconds(3_600)
    try await live.withServer(ConnectionTimeouts(hangingUp: long, idle: long, writing: .milliseconds(20))) {
      issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large))
        outbound.finish()
        await served.isAsked("GET \(Self.large) 0")
        // These connections are closed for the same reason, and later.
        for _ in 0..<2 {
          await #expect(throws: (any Error).self) {
            try await RawClient.flood(
              String(buffer: request(Self.large)), then: String(buffer: request("/more")), to: issuer, isDeaf: true)
          }
        }
        #expect(try await large(inbound) == 0)
      }
    }
  }

  @Test func `A connection isn't idle while the client reads an answer`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .seconds(3_600), idle: .milliseconds(500))) {
      issuer, served in
      var count = 0
      repeat {
        // On a busy machine the idle timeout can pass before the request arrives.
        count =
          (try? await RawClient.withConnection(to: issuer) { inbound, outbound in
            try await outbound.write(request(Self.large))
            // These connections are idle from the beginning, and are closed although they began
            // later.
            for _ in 0..<2 { _ = try await RawClient.exchange("", with: issuer) }
            return try await large(inbound)
          }) ?? 0
      } while served.requests.isEmpty && !Task.isCancelled
      #expect(count == 1)
    }
  }

  @Test func `The time for closing the connection begins when the last answer is sent`() async throws {
    try await live.withServer(ConnectionTimeouts(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large, "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // This connection was answered later, and is closed.
        await #expect(throws: (any Error).self) {
          try await RawClient.flood(
            String(buffer: request("/", "Connection: close\r\n")), then: String(buffer: request("/more")), to: issuer)
        }
        #expect(try await large(inbound) == 1)
      }
    }
  }
}

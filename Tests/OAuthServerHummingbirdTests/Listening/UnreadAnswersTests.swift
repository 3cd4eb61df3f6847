import NIOCore
import OAuthServer
@testable import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// What becomes of answers that a client is slow to read, or doesn't read.
///
/// A server that doesn't get on ends a test by its time limit. The times that a test isn't about are longer than that.
@Suite(.timeLimit(.minutes(60))) struct UnreadAnswersTests {
  /// More than the buffers of two sockets hold.
  private static let large = "/octets/16000000"

  private let live = LiveServer()

  private func request(_ path: String, _ fields: String = "") -> ByteBuffer {
    ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
  }

  /// How many large answers' octets are left for a client to read. Heads and other answers have far fewer.
  private func large(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> Int {
    var count = 0
    for try await buffer in inbound { count += buffer.readableBytes }
    return count / 16_000_000
  }

  @Test func `As long as an answer isn't read, no other is begun`() async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        for _ in 0..<3 { try await outbound.write(request(Self.large)) }
        try await outbound.write(request("/last", "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // Time for the others, if they were begun.
        for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
        #expect(served.requests.filter { $0 != "GET /other 0" } == ["GET \(Self.large) 0"])
        #expect(try await large(inbound) == 3)
        #expect(served.requests.filter { $0 != "GET /other 0" }.suffix(2) == ["GET \(Self.large) 0", "GET /last 0"])
      }
    }
  }

  // What the kernel has is read when a client says that nothing more comes, whether it is asked for or not.
  @Test func `Of requests that came too early, no more than a thousand are kept`() async throws {
    try await live.withServer { issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large))
        await served.isAsked("GET \(Self.large) 0")
        let many = String(repeating: "GET / HTTP/1.1\r\nHost:x\r\n\r\n", count: 1_500)
        try await outbound.write(ByteBuffer(string: many))
        outbound.finish()
        // Time for them to come.
        for _ in 0..<50 { _ = try await RawClient.get("/other", issuer) }
        #expect(try await large(inbound) == 1)
        #expect(served.requests.count { $0 == "GET / 0" } == 1_000)
      }
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `Who reads nothing of an answer is hung up on, whatever else it sends`(fields: String) async throws {
    let long = Duration.seconds(3_600)
    try await live.withServer(ConnectionTimes(hangingUp: long, idle: long, writing: .milliseconds(20))) {
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
  func `Who says at once that nothing more comes gets all of the answers`(fields: String) async throws {
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
  func `Who says so while the answer comes gets all of it`(fields: String) async throws {
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
  func `So does who says so over TLS`(fields: String) async throws {
    try await live.withServer(identity: BankServer().identity(nil)) { issuer, served in
      try await RawClient.withConnection(to: issuer, isTLS: true) { inbound, outbound in
        try await outbound.write(request(Self.large))
        try await outbound.write(request(Self.large, fields))
        outbound.finish()
        #expect(try await large(inbound) == 2)
      }
    }
  }

  @Test func `Over TLS too no other answer is begun as long as one isn't read`() async throws {
    try await live.withServer(identity: BankServer().identity(nil)) { issuer, served in
      try await RawClient.withConnection(to: issuer, isTLS: true) { inbound, outbound in
        try await outbound.write(request(Self.large))
        try await outbound.write(request("/last", "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // Time for the other, if it were begun.
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

  @Test func `Who says that nothing more comes, and reads nothing, is hung up on`() async throws {
    let long = Duration.seconds(3_600)
    try await live.withServer(ConnectionTimes(hangingUp: long, idle: long, writing: .milliseconds(20))) {
      issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large))
        outbound.finish()
        await served.isAsked("GET \(Self.large) 0")
        // These are given up as well, and later.
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

  @Test func `A client that takes its time to read isn't idle`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .seconds(3_600), idle: .milliseconds(500))) {
      issuer, served in
      var count = 0
      repeat {
        // On a busy machine the connection may be idle for too long before the request comes.
        count =
          (try? await RawClient.withConnection(to: issuer) { inbound, outbound in
            try await outbound.write(request(Self.large))
            // These are idle from the beginning: one that began later was hung up on.
            for _ in 0..<2 { _ = try await RawClient.exchange("", with: issuer) }
            return try await large(inbound)
          }) ?? 0
      } while served.requests.isEmpty && !Task.isCancelled
      #expect(count == 1)
    }
  }

  @Test func `The time for hanging up begins when the last answer is sent`() async throws {
    try await live.withServer(ConnectionTimes(hangingUp: .milliseconds(20), idle: .seconds(3_600))) {
      issuer, served in
      try await RawClient.withConnection(to: issuer) { inbound, outbound in
        try await outbound.write(request(Self.large, "Connection: close\r\n"))
        await served.isAsked("GET \(Self.large) 0")
        // This one was answered later, and is hung up on.
        await #expect(throws: (any Error).self) {
          try await RawClient.flood(
            String(buffer: request("/", "Connection: close\r\n")), then: String(buffer: request("/more")), to: issuer)
        }
        #expect(try await large(inbound) == 1)
      }
    }
  }
}

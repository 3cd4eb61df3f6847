import Evidence
import NIOCore
import NIOEmbedded
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@testable import OAuthServerHummingbird

/// The limits of open connections, as attackers and users of one port see them.
@Suite(.timeLimit(.minutes(60))) struct ConnectionLimitTests {
  let live = LiveServer()

  /// Opens connections that send nothing, and returns when the server has closed all but `staying`.
  private func withIdle(
    _ count: Int, at issuer: Issuer, staying: Int, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (closings, closed) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await RawClient.withConnection(to: issuer) { inbound, _ in
            for try await _ in inbound {}
            closed.yield()
            return
          }
        }
      }
      var count = count
      for await _ in closings {
        count -= 1
        if count <= staying { break }
      }
      try await body()
      group.cancelAll()
    }
  }

  private func isAnswered(_ issuer: Issuer) async throws {
    let answer = try await RawClient.get("/", issuer)
    #expect(answer.status == 200)
  }

  @Test(.covers("attack: connections without end")) func `Idle connections of one address leave room for requests`()
    async throws
  {
    try await live.withServer(limits: ConnectionLimits(all: 20)) { issuer, _ in
      try await withIdle(100, at: issuer, staying: 20) {
        for _ in 0..<50 { try await isAnswered(issuer) }
      }
    }
    let records = live.log.records.filter { $0.contains("too many connections") }
    #expect(records.count == 1 && records.first?.contains("127.0.0.1") == true, "\(records)")
  }

  @Test(.covers("attack: connections without end"))
  func `A connection whose request is being answered stays, whatever others do`() async throws {
    try await live.withServer(limits: ConnectionLimits(all: 2, perAddress: 2)) { issuer, served in
      let slow = Task { try await RawClient.get("/hang", issuer) }
      await served.isHanging()
      for _ in 0..<20 { try await isAnswered(issuer) }
      served.release()
      let answer = try await slow.value
      #expect(answer.status == 200)
    }
  }

  @Test func `If all connections are busy, a new one is closed and the server goes on`() async throws {
    try await live.withServer(limits: ConnectionLimits(all: 1, perAddress: 1)) { issuer, served in
      let slow = Task { try await RawClient.get("/hang", issuer) }
      await served.isHanging()
      let refused = try await RawClient.exchange("", with: issuer)
      #expect(refused.isEmpty)
      served.release()
      let answer = try await slow.value
      #expect(answer.status == 200)
      try await isAnswered(issuer)
    }
  }

  // The connections of a proxy are those of all users.
  @Test(.covers("attack: connections without end")) func `A proxy has no limit of its own, and other addresses do`()
    throws
  {
    let proxy = try #require(ClientAddress("10.0.0.1"))
    let open = OpenConnections(ConnectionLimits(all: 10, perAddress: 2, proxies: [proxy]), live.log.logger())
    let proxied = try (0..<6).map { _ in try channel(from: "10.0.0.1") }
    let strangers = try (0..<4).map { _ in try channel(from: "203.0.113.7") }
    for channel in proxied + strangers { _ = open.add(channel) }
    #expect(proxied.allSatisfy(\.isActive) && strangers.map(\.isActive) == [false, false, true, true])
    #expect(open.count == 8)
    // In all, the address with the most connections loses one.
    let others = try (0..<3).map { try channel(from: "198.51.100.\($0)") }
    for channel in others { _ = open.add(channel) }
    #expect(proxied.map(\.isActive) == [false, true, true, true, true, true] && others.allSatisfy(\.isActive))
    #expect(open.count == 10)
  }

  @Test func `One site's addresses count as one, and a closed connection makes room`() throws {
    let open = OpenConnections(ConnectionLimits(all: 100, perAddress: 2), live.log.logger())
    let first = try channel(from: "2001:db8:1:100::1")
    let second = try channel(from: "2001:db8:1:1ff::2")
    let elsewhere = try channel(from: "2001:db8:2::1")
    for channel in [first, second, elsewhere] { _ = open.add(channel) }
    try second.close().wait()
    second.embeddedEventLoop.run()
    #expect(open.count == 2)
    let third = try channel(from: "2001:db8:1:100::3")
    let fourth = try channel(from: "2001:db8:1:100::4")
    _ = open.add(third)
    #expect(first.isActive)
    _ = open.add(fourth)
    #expect(!first.isActive && third.isActive && fourth.isActive && elsewhere.isActive)
  }

  @Test func `The default keeps files for other uses than connections`() {
    #expect(ConnectionLimits.all(within: 1_024) == 768 && ConnectionLimits.all(within: 65_536) == 10_000)
    #expect(ConnectionLimits.all(within: 256) == 128 && ConnectionLimits(all: 0, perAddress: 0).perAddress == 1)
    #expect(ConnectionLimits(all: 768).perAddress == 192)
    #expect(OpenFileLimit.current >= 64)
  }

  private func channel(from address: String) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 49_152)
    try channel.connect(to: try SocketAddress(ipAddress: address, port: 1)).wait()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 49_152)
    return channel
  }
}

import Evidence
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OAuthCore
import OAuthNIO
import OAuthTestSupport
import Synchronization
import TestSurroundings
import Testing

/// The transport of commands that are built without AsyncHTTPClient.
@Suite struct NIOTransportTests {
  @Test(arguments: HTTPTransportCompatibility.checks)
  func `The transport fulfils all guarantees of HTTPTransport`(_ check: HTTPTransportCompatibility.Check) async throws {
    try await check.run(NIOTransport())
  }

  /// A name server whose answers change.
  private final class NameServer: Sendable {
    private let answers: Mutex<[[String]]>

    init(_ answers: [[String]]) { self.answers = Mutex(answers) }

    /// The number of answers that are left.
    var count: Int { answers.withLock { $0.count } }

    @Sendable func lookUp(_ name: String, _ port: Int) throws -> [SocketAddress] {
      try answers.withLock { try $0.removeFirst().map { try SocketAddress(ipAddress: $0, port: port) } }
    }
  }

  // On macOS only 127.0.0.1 has a machine, which leaves the number of connections the same.
  @Test(.covers("attack: requests into the operator's network"))
  func `A request for public addresses only connects to the address that was checked, and to no other`() async throws {
    let connections = Mutex(0)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        connections.withLock { $0 += 1 }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "0.0.0.0", port: 0).get()
    defer { listener.close(promise: nil) }
    let port = try #require(listener.localAddress?.port)
    // 127.0.0.1 plays the public address, and the others are private.
    let names = NameServer([["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2", "127.0.0.1"], ["127.0.0.3", "::1"], []])
    let transport = NIOTransport(lookUp: names.lookUp, isPublic: { $0 == "127.0.0.1" })
    var limits = HTTPLimits()
    limits.reachesPublicAddressesOnly = true
    let request = HTTPRequest(method: .get, scheme: "http", authority: "changing.example:\(port)", path: "/")
    for (index, isPublic) in [true, false, true, false, false].enumerated() {
      if isPublic {
        #expect(try await transport.send(request, body: [], limits: limits).response.status == .ok)
      } else {
        let error = await #expect(throws: HTTPTransportError.self) {
          try await transport.send(request, body: [], limits: limits)
        }
        #expect(error?.kind == .connectionFailed && error?.cause?.description == "its name has no public address")
      }
      // One look-up for each request.
      #expect(names.count == 4 - index)
    }
    #expect(connections.withLock { $0 } == 2)
  }

  @Test(.covers("attack: requests into the operator's network"), arguments: ["127.0.0.1", "localhost", "[::1]"])
  func `The system's resolver gives no private address to a request for public ones`(_ host: String) async throws {
    var limits = HTTPLimits()
    limits.reachesPublicAddressesOnly = true
    let request = HTTPRequest(method: .get, scheme: "http", authority: host + ":1", path: "/")
    let error = await #expect(throws: HTTPTransportError.self) {
      try await NIOTransport().send(request, body: [], limits: limits)
    }
    #expect(error?.cause?.description == "its name has no public address")
  }

  @Test(arguments: ["", "a", "/a b", "/a\r\nX: y", "/\u{E4}"])
  func `A path that isn't one of a request is rejected`(_ path: String) async throws {
    let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: path)
    let error = await #expect(throws: HTTPTransportError.self) {
      try await NIOTransport().send(request, body: [], limits: HTTPLimits())
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test func `A post without a body has a length, and the caller can't add a second one`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      var request = try Endpoint(origin + "/echo").request(.post)
      request.headerFields[.contentLength] = "7"
      let answer = try await NIOTransport().send(request, body: [], limits: HTTPLimits())
      let lines = String(decoding: answer.body, as: UTF8.self).lowercased().split(separator: "\r\n")
      #expect(lines.filter { $0.hasPrefix("content-length:") } == ["content-length: 0"])
      #expect(lines.filter { $0.hasPrefix("host:") }.count == 1)
      #expect(lines.contains("accept-encoding: identity"))
    }
  }

  @Test func `The answer to HEAD has no body`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let request = try Endpoint(origin + "/echo").request(.head)
      // The server sends a body all the same, which belongs to no answer.
      let answer = try await NIOTransport().send(request, body: [], limits: HTTPLimits())
      #expect(answer.response.status == .ok && answer.body.isEmpty)
    }
  }

  @Test func `A server with a certificate of a trusted authority is asked`() async throws {
    let roots = NIOSSLTrustRoots.certificates(
      try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
    let answer = try await whileServing { port in
      try await NIOTransport(trusting: roots).send(
        Endpoint("https://127.0.0.1:\(port)/").request(.get), body: [], limits: HTTPLimits())
    }
    #expect(answer.response.status == .ok)
  }

  #if os(Linux)  // The others have one loopback address.
  @Test func `A certificate of an unknown authority, or of another host, is a TLS failure`() async throws {
    let roots = NIOSSLTrustRoots.certificates(
      try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
    try await whileServing { port in
      for (transport, host) in [(NIOTransport(), "127.0.0.1"), (NIOTransport(trusting: roots), "127.0.0.2")] {
        let error = await #expect(throws: HTTPTransportError.self) {
          try await transport.send(
            Endpoint("https://\(host):\(port)/").request(.get), body: [], limits: HTTPLimits())
        }
        #expect(error?.kind == .tlsFailed, "\(host)")
      }
    }
  }

  #endif

  /// Runs a TLS server that answers with status 200.
  private func whileServing<Output>(_ body: (Int) async throws -> Output) async throws -> Output {
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.server.utf8)).map {
          .certificate($0)
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificates.serverKey.utf8), format: .pem))))
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "0.0.0.0", port: 0).get()
    defer { channel.close(promise: nil) }
    return try await body(try #require(channel.localAddress?.port))
  }

  private final class Answer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"]))),
        promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}

import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OAuthCore
import OAuthNIO
import OAuthTestSupport
import TestSurroundings
import Testing

/// The transport of commands that are built without AsyncHTTPClient.
@Suite struct NIOTransportTests {
  @Test(arguments: HTTPTransportCompatibility.checks)
  func `The transport fulfils all guarantees of HTTPTransport`(_ check: HTTPTransportCompatibility.Check) async throws {
    try await check.run(NIOTransport())
  }

  // It doesn't check the addresses of its connections.
  @Test func `A request for public addresses only is rejected`() async throws {
    var limits = HTTPLimits()
    limits.reachesPublicAddressesOnly = true
    let error = await #expect(throws: HTTPTransportError.self) {
      try await NIOTransport().send(Endpoint("https://as.example").request(.get), body: [], limits: limits)
    }
    #expect(error?.kind == .invalidRequest)
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

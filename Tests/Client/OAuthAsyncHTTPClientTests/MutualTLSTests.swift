import Evidence
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import TestSurroundings
import Testing

/// RFC 8705: the client sends its certificate in a real TLS handshake with a real server.
@Suite(.covers("RFC 8705 §2")) struct MutualTLSTests {
  @Test func `A server that requests a certificate gets the client's`() async throws {
    let certificate = try ClientCertificate(
      certificates: TestCertificates.client, privateKey: Secret(TestCertificates.clientKey))
    let transport = try AsyncHTTPClientTransport(
      clientCertificate: certificate, trustingOnly: TestCertificates.authority)
    let answer = try await askServer(through: transport)
    #expect(answer.response.status == .ok)
    // The common name of the certificate that the server received.
    #expect(String(decoding: answer.body, as: UTF8.self) == "client")
  }

  @Test func `Without a certificate the handshake fails with a TLS error`() async throws {
    let transport = try AsyncHTTPClientTransport(clientCertificate: nil, trustingOnly: TestCertificates.authority)
    await #expect(throws: HTTPTransportError.self) { try await askServer(through: transport) }
  }

  @Test func `An authority that is not trusted is a TLS failure`() async throws {
    let error = await #expect(throws: HTTPTransportError.self) {
      try await askServer(through: AsyncHTTPClientTransport())
    }
    #expect(error?.kind == .tlsFailed)
  }

  @Test func `A text that is not PEM is rejected, and a certificate never shows its key`() throws {
    let certificate = try ClientCertificate(
      certificates: TestCertificates.client, privateKey: Secret(TestCertificates.clientKey))
    var dumped = ""
    dump(certificate, to: &dumped)
    #expect("\(certificate) \(String(reflecting: certificate))" == "\(certificate) \(certificate)")
    #expect(!dumped.contains("Key"))
    #expect(throws: ClientCertificateError.certificate) {
      try ClientCertificate(certificates: "no", privateKey: Secret(TestCertificates.clientKey))
    }
    #expect(throws: ClientCertificateError.privateKey) {
      try ClientCertificate(certificates: TestCertificates.client, privateKey: Secret("no"))
    }
    #expect(throws: ClientCertificateError.certificate) {
      try AsyncHTTPClientTransport(clientCertificate: nil, trustingOnly: "")
    }
  }

  /// Sends one request to a server that requires a certificate of the test authority and responds
  /// with its common name.
  private func askServer(through transport: AsyncHTTPClientTransport) async throws -> HTTPAnswer {
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.server.utf8)).map {
        .certificate($0)
      },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificates.serverKey.utf8), format: .pem)))
    tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
    tls.certificateVerification = .noHostnameVerification
    let context = try NIOSSLContext(configuration: tls)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(CommonNameResponder())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    defer { server.close(promise: nil) }
    let port = try #require(server.localAddress?.port)
    let request = try Endpoint("https://127.0.0.1:\(port)/token").request(.post)
    return try await transport.send(request, body: Array("a=b".utf8), limits: HTTPLimits())
  }
}

/// Responds to each request with the common name of the certificate from the handshake.
private final class CommonNameResponder: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
    let subject = handler?.peerCertificate.flatMap { try? $0.toDERBytes() } ?? []
    let name = subject.windows(of: Array("client".utf8)) ? "client" : "nobody"
    var headers = HTTPHeaders()
    headers.add(name: "content-length", value: String(name.utf8.count))
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: name)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

extension [UInt8] {
  /// Whether this sequence contains the bytes.
  fileprivate func windows(of bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    return (0...(count - bytes.count)).contains { self[$0...].starts(with: bytes) }
  }
}

import HTTPTypes
import NIOCore
import NIOPosix
import OAuthAsyncHTTPClient
import OAuthCore
import Synchronization
import Testing

/// The proxy of a network. `make interop` tries a real one.
@Suite struct HTTPProxyTests {
  @Test(arguments: [
    ("http://proxy.example:3128", "proxy.example:3128"), ("HTTP://Proxy.Example", "proxy.example:80"),
    ("proxy.example:8080", "proxy.example:8080"), ("http://user:pass@10.0.0.1:3128/", "10.0.0.1:3128"),
    ("http://us%40er:p%3Ass@proxy.example:1", "proxy.example:1"), ("http://[2001:db8::1]:3128", "[2001:db8::1]:3128"),
  ])
  func `The address of a proxy is read as curl reads it`(_ address: String, _ place: String) throws {
    #expect(try HTTPProxy(address).description == place)
  }

  @Test(arguments: [
    ("https://proxy.example:3128", HTTPProxyError.unsupportedScheme), ("socks5://proxy.example", .unsupportedScheme),
    ("", .malformed), ("http://", .malformed), ("http://proxy.example:0", .malformed),
    ("http://proxy.example:99999", .malformed), ("http://pro xy.example", .malformed),
    ("http://user%0d%0aX: 1:p@proxy.example", .malformed), ("http://us%3Aer:p@proxy.example", .malformed),
    ("http://%zz:p@proxy.example", .malformed),
  ])
  func `Any other address is rejected, without a word of it in the error`(
    _ address: String, _ expected: HTTPProxyError
  ) {
    let error = #expect(throws: HTTPProxyError.self) { try HTTPProxy(address) }
    #expect(error == expected)
    #expect(address.count < 8 || error?.description.contains(address) == false)
  }

  @Test func `The password is in no description`() throws {
    let proxy = try HTTPProxy("http://ada:lovelace@proxy.example:3128")
    var dumped = ""
    dump(proxy, to: &dumped)
    for text in ["\(proxy)", String(reflecting: proxy), dumped] {
      #expect(!text.contains("lovelace") && !text.contains("ada"), "\(text)")
    }
  }

  @Test func `The environment names the proxy and its exceptions, in lower case first`() throws {
    #expect(try HTTPProxy.named(in: [:]) == nil)
    #expect(try HTTPProxy.named(in: ["HTTPS_PROXY": "", "HTTP_PROXY": "http://for-plain-http.example"]) == nil)
    let proxy = try #require(
      try HTTPProxy.named(in: [
        "https_proxy": "http://one.example:1", "HTTPS_PROXY": "http://two.example:2",
        "NO_PROXY": "a.example, .b.example,,c.example:8443",
      ]))
    #expect(proxy.description == "one.example:1" && proxy.exceptions == ["a.example", ".b.example", "c.example:8443"])
    #expect(try HTTPProxy.named(in: ["ALL_PROXY": "three.example:3"])?.description == "three.example:3")
    #expect(throws: HTTPProxyError.unsupportedScheme) { try HTTPProxy.named(in: ["ALL_PROXY": "socks5://a.example"]) }
  }

  @Test(
    arguments: [
      ([], "https://as.example", true), (["*"], "https://as.example", false),
      (["as.example"], "https://as.example", false), (["AS.example"], "https://as.example:8443", false),
      (["example"], "https://as.example", false), ([".example"], "https://as.example", false),
      (["*.example"], "https://as.example", false), (["s.example"], "https://as.example", true),
      (["as.example.org"], "https://as.example", true), (["as.example:443"], "https://as.example", false),
      (["as.example:8443"], "https://as.example", true), (["10.0.0.1"], "https://10.0.0.1", false),
      (["2001:db8::1"], "https://[2001:db8::1]", false), (["[2001:db8::1]"], "https://[2001:db8::1]", false),
      (["", "%", "a b"], "https://as.example", true), ([], "http://localhost:8080", false),
      ([], "http://127.0.0.1:8080", false), ([], "http://[::1]:8080", false), ([], "https://localhost", false),
    ] as [([String], String, Bool)])
  func `Servers that are exceptions, and this machine, are reached without the proxy`(
    _ exceptions: [String], _ place: String, _ isUsed: Bool
  ) throws {
    let proxy = try HTTPProxy("proxy.example:3128", exceptions: exceptions)
    #expect(try proxy.isUsed(for: Endpoint(place)) == isUsed)
  }

  @Test(arguments: [
    ("407 Proxy Authentication Required", "wants a user name and password"),
    ("403 Forbidden", "refused the connection, or the user name"),
  ])
  func `A proxy that refuses is named in the error, and was told the server's name only`(
    _ status: String, _ text: String
  ) async throws {
    let (error, head) = try await failure(status, as: "ada:love%20lace@")
    #expect(error.kind == .connectionFailed && error.description.contains(text), "\(error)")
    #expect(!error.description.contains("lace"))
    let lines = head.split(separator: "\r\n").map(String.init)
    #expect(lines.first == "CONNECT as.example:443 HTTP/1.1")
    // "ada:love lace" in base64.
    #expect(lines.contains { $0.lowercased() == "proxy-authorization: basic ywrhomxvdmugbgfjzq==" }, "\(lines)")
    #expect(!head.contains("secret"))
  }

  @Test func `A proxy that can't be reached is named in the error`() async throws {
    let transport = try AsyncHTTPClientTransport(proxy: HTTPProxy("http://127.0.0.1:1"))
    let error = await #expect(throws: HTTPTransportError.self) {
      try await transport.send(Endpoint("https://as.example/token").request(.post), body: [], limits: HTTPLimits())
    }
    #expect(error?.kind == .connectionFailed && error?.description.contains("through the proxy 127.0.0.1:1") == true)
  }

  /// Sends a request through a proxy that refuses it. Returns the error, and the head that the proxy
  /// received.
  private func failure(
    _ status: String, as credentials: String
  ) async throws -> (error: HTTPTransportError, head: String) {
    let refusal = Refusal(status: status)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(RefusingProxy(refusal))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    defer { channel.close(promise: nil) }
    let port = try #require(channel.localAddress?.port)
    let transport = try AsyncHTTPClientTransport(proxy: HTTPProxy("http://\(credentials)127.0.0.1:\(port)"))
    let error = await #expect(throws: HTTPTransportError.self) {
      try await transport.send(
        Endpoint("https://as.example/token").request(.post), body: Array("secret".utf8), limits: HTTPLimits())
    }
    return (try #require(error), refusal.head.withLock { $0 })
  }

  /// The status that a proxy answers, and the request that it received.
  private final class Refusal: Sendable {
    let status: String
    let head = Mutex("")

    init(status: String) { self.status = status }
  }

  private final class RefusingProxy: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let refusal: Refusal

    init(_ refusal: Refusal) { self.refusal = refusal }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let part = String(buffer: unwrapInboundIn(data))
      let head = refusal.head.withLock { head in
        head += part
        return head
      }
      guard head.contains("\r\n\r\n") else { return }
      let answer = "HTTP/1.1 \(refusal.status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }
  }
}

internal import AsyncHTTPClient
public import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import OAuthNIO
public import OAuthCore

/// An HTTP transport for Linux and servers, based on AsyncHTTPClient.
///
/// Create one and share it. It keeps connections open between requests, and closes them when the
/// last reference to it is released.
///
/// ```swift
/// let transport = AsyncHTTPClientTransport()
/// let request = try Endpoint("https://login.example.com/jwks").request(.get)
/// let answer = try await transport.send(request, body: [], limits: HTTPLimits())
/// ```
public final class AsyncHTTPClientTransport: HTTPTransport {
  private let client: HTTPClient
  /// Sends the requests that may reach public addresses only. AsyncHTTPClient connects before the
  /// address can be checked. The transport has no client certificate, which strangers needn't see.
  private let publicTransport: NIOTransport
  private let proxyRoute: (proxy: HTTPProxy, client: HTTPClient)?
  /// The clients of streams, which keep many connections to a server open at the same time.
  let streams: (direct: HTTPClient, proxied: HTTPClient?)

  /// Creates a transport that trusts the machine's certificate authorities.
  public convenience init() {
    self.init(TLSConfiguration.makeClientConfiguration(), nil)
  }

  /// Creates a transport with a client certificate, with its own trusted certificate authorities,
  /// or with a proxy.
  ///
  /// - Parameters:
  ///   - clientCertificate: The certificate that is sent to every server that requests one; nil
  ///     sends none.
  ///   - authorities: The PEM text of the only trusted certificate authorities, for example of a
  ///     test or a company. Nil trusts the machine's authorities.
  ///   - paths: Files with further trusted authorities in PEM. A file without certificates makes all
  ///     TLS connections fail.
  ///   - proxy: The proxy for all servers but its exceptions and this machine; nil uses none.
  /// - Throws: ``ClientCertificateError/certificate`` if the authorities can't be read.
  public convenience init(
    clientCertificate: ClientCertificate? = nil, trustingOnly authorities: String? = nil,
    trustingAlso paths: [String] = [], proxy: HTTPProxy? = nil
  ) throws(ClientCertificateError) {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let clientCertificate {
      tls.certificateChain = clientCertificate.chain
      tls.privateKey = clientCertificate.key
    }
    if let authorities {
      guard let read = try? NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8)), !read.isEmpty
      else { throw .certificate }
      tls.trustRoots = .certificates(read)
    }
    tls.additionalTrustRoots = paths.map { .file($0) }
    self.init(tls, proxy)
  }

  private init(_ tls: TLSConfiguration, _ proxy: HTTPProxy?) {
    client = Self.client(tls, nil)
    publicTransport = NIOTransport(trusting: tls.trustRoots ?? .default, also: tls.additionalTrustRoots)
    proxyRoute = proxy.map { ($0, Self.client(tls, $0)) }
    streams = (
      Self.client(tls, nil, connections: Self.streamConnections),
      proxy.map { Self.client(tls, $0, connections: Self.streamConnections) }
    )
  }

  /// The number of streams of one server that may be open at the same time. Later ones wait.
  private static let streamConnections = 1_000

  private static func client(
    _ tls: TLSConfiguration, _ proxy: HTTPProxy?, connections: Int? = nil
  ) -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, proxy: proxy?.configuration)
    // With retries, an untrusted certificate would appear only as a connection timeout.
    configuration.connectionPool.retryConnectionEstablishment = false
    if let connections { configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    client.shutdown { _ in }
    proxyRoute?.client.shutdown { _ in }
    streams.direct.shutdown { _ in }
    streams.proxied?.shutdown { _ in }
  }

  /// Sends a request and waits for the whole response; see `HTTPTransport`.
  /// - Parameters:
  ///   - request: The request with scheme, authority and path.
  ///   - body: The request's bytes; may be empty.
  ///   - limits: The timeout and the largest accepted body.
  /// - Throws: `HTTPTransportError` if no whole response arrived; `CancellationError` if the task
  ///   was cancelled.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let clientRequest = try Self.prepare(request, body: body)
    let origin = Self.origin(of: request)
    let proxy = proxy(for: request)
    if proxy == nil, limits.reachesPublicAddressesOnly {
      return try await publicTransport.send(request, body: body, limits: limits)
    }
    let client = proxy == nil ? client : proxyRoute?.client ?? client
    return try await limits.enforcingTimeout(of: origin) {
      do {
        let answer = try await Self.exchange(clientRequest, through: client, limits: limits, origin: origin)
        guard request.headerFields[.acceptEncoding] == nil else { return answer }
        return try answer.withoutContentCoding(limit: limits.answerBytes, origin: origin)
      } catch {
        throw TransportFailure.translate(error, origin: origin, proxy: proxy)
      }
    }
  }

  /// Returns the proxy of a request; `nil` if it goes to the server directly.
  func proxy(for request: HTTPRequest) -> HTTPProxy? {
    guard let proxyRoute, let place = try? ParsedURI("\(request.scheme ?? "")://\(request.authority ?? "")/"),
      proxyRoute.proxy.isUsed(for: place)
    else { return nil }
    return proxyRoute.proxy
  }

  private static func exchange(
    _ request: HTTPClientRequest, through client: HTTPClient, limits: HTTPLimits, origin: String
  ) async throws -> HTTPAnswer {
    let timeout = TimeAmount.nanoseconds(limits.timeout.nanoseconds)
    let clientResponse = try await client.execute(request, timeout: timeout)
    var body: [UInt8] = []
    for try await part in clientResponse.body {
      guard body.count + part.readableBytes <= limits.answerBytes else {
        throw HTTPTransportError(.answerTooLarge, origin: origin)
      }
      body.append(contentsOf: part.readableBytesView)
    }
    return HTTPAnswer(response(of: clientResponse), body: body)
  }

  static func response(of clientResponse: HTTPClientResponse) -> HTTPResponse {
    var response = HTTPResponse(
      status: HTTPResponse.Status(
        code: Int(clientResponse.status.code), reasonPhrase: clientResponse.status.reasonPhrase))
    for (name, value) in clientResponse.headers {
      guard let name = HTTPField.Name(name) else { continue }
      response.headerFields.append(HTTPField(name: name, value: value))
    }
    return response
  }

  static func prepare(_ request: HTTPRequest, body: [UInt8]) throws -> HTTPClientRequest {
    guard let scheme = request.scheme, let authority = request.authority, let path = request.path,
      path.hasPrefix("/"), !authority.isEmpty
    else { throw HTTPTransportError(.invalidRequest, origin: origin(of: request)) }
    var clientRequest = HTTPClientRequest(url: "\(scheme)://\(authority)\(path)")
    clientRequest.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headerFields {
      clientRequest.headers.add(name: field.name.rawName, value: field.value)
    }
    // Without the field servers may compress (RFC 9110 §12.5.3).
    if request.headerFields[.acceptEncoding] == nil {
      clientRequest.headers.add(name: "Accept-Encoding", value: "identity")
    }
    // Firewalls reject requests without the field (RFC 9110 §10.1.5).
    if request.headerFields[.userAgent] == nil { clientRequest.headers.add(name: "User-Agent", value: "Pixy") }
    if !body.isEmpty { clientRequest.body = .bytes(ByteBuffer(bytes: body)) }
    return clientRequest
  }

  static func origin(of request: HTTPRequest) -> String {
    "\(request.scheme ?? "?")://\(request.authority ?? "?")"
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000
  }
}

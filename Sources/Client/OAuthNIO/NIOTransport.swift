#if NIO_CLIENT
package import HTTPTypes
package import NIOCore
internal import NIOHTTP1
internal import NIOPosix
package import NIOSSL
package import OAuthCore
internal import Synchronization

/// A small HTTP/1.1 transport: one connection for each request, and no proxy.
///
/// Commands on Linux use it, because it needs few packages besides those of the loopback listener. A
/// program that sends many requests uses `AsyncHTTPClientTransport`, which keeps connections open, and
/// which passes on requests that may reach public addresses only.
package final class NIOTransport: HTTPTransport {
  private let trustRoots: NIOSSLTrustRoots
  private let moreTrustRoots: [NIOSSLAdditionalTrustRoots]
  private let lookUp: @Sendable (String, Int) throws -> [SocketAddress]
  private let isPublic: @Sendable (String) -> Bool
  /// Created by the first https request, because it reads the machine's certificate authorities.
  private let tls = Mutex<NIOSSLContext?>(nil)

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - trustRoots: The trusted certificate authorities. Default: the machine's.
  ///   - moreTrustRoots: Further trusted authorities. Default: none.
  ///   - lookUp: The addresses of a name, for requests to public addresses only. Default: those of
  ///     the system's resolver.
  ///   - isPublic: Whether such a request may go to an IP address. Default: if every machine on the
  ///     Internet can reach it.
  package init(
    trusting trustRoots: NIOSSLTrustRoots = .default, also moreTrustRoots: [NIOSSLAdditionalTrustRoots] = [],
    lookUp: (@Sendable (String, Int) throws -> [SocketAddress])? = nil, isPublic: (@Sendable (String) -> Bool)? = nil
  ) {
    self.trustRoots = trustRoots
    self.moreTrustRoots = moreTrustRoots
    self.lookUp = lookUp ?? PublicAddresses.systemLookUp
    self.isPublic = isPublic ?? PublicIPAddress.isPublic
  }

  /// Sends a request and waits for the whole response; see `HTTPTransport`.
  package func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let origin = "\(request.scheme ?? "?")://\(request.authority ?? "?")"
    guard let place = try? ParsedURI("\(origin)/"), ["http", "https"].contains(place.scheme), !place.host.isEmpty,
      // A space or a line break would end the request's target.
      let path = request.path, path.hasPrefix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw HTTPTransportError(.invalidRequest, origin: origin) }
    let head = Self.head(of: request, path: path, bodyBytes: body.count)
    return try await limits.enforcingTimeout(of: origin) {
      do {
        let answer = try await self.exchange(head, body: body, limits, at: place)
        guard request.headerFields[.acceptEncoding] == nil else { return answer }
        return try answer.withoutContentCoding(limit: limits.answerBytes, origin: origin)
      } catch NIOExchange.Failure.tooLarge {
        throw HTTPTransportError(.answerTooLarge, origin: origin)
      } catch {
        throw NIOFailure.translate(error, origin: origin)
      }
    }
  }

  private static func head(of request: HTTPRequest, path: String, bodyBytes: Int) -> HTTPRequestHead {
    var headers = HTTPHeaders([("Host", request.authority ?? "")])
    for field in request.headerFields
    where !["host", "content-length", "connection"].contains(field.name.canonicalName) {
      headers.add(name: field.name.rawName, value: field.value)
    }
    // Servers may insist on a length if the method usually has a body (RFC 9110 §8.6).
    if bodyBytes > 0 || [.post, .put, .patch].contains(request.method) {
      headers.add(name: "Content-Length", value: "\(bodyBytes)")
    }
    headers.add(name: "Connection", value: "close")
    // Without the field servers may compress (RFC 9110 §12.5.3).
    if request.headerFields[.acceptEncoding] == nil { headers.add(name: "Accept-Encoding", value: "identity") }
    // Firewalls reject requests without the field (RFC 9110 §10.1.5).
    if request.headerFields[.userAgent] == nil { headers.add(name: "User-Agent", value: "Pixy") }
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: path, headers: headers)
  }

  private func exchange(
    _ head: HTTPRequestHead, body: [UInt8], _ limits: HTTPLimits, at place: ParsedURI
  ) async throws -> HTTPAnswer {
    let host = place.host.hasPrefix("[") ? String(place.host.dropFirst().dropLast()) : place.host
    let tls = place.scheme == "https" ? try context() : nil
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: HTTPAnswer.self)
    let connection = ClientBootstrap(group: loop)
      .resolver(limits.reachesPublicAddressesOnly ? PublicAddresses(from: lookUp, where: isPublic, on: loop) : nil)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            // The certificate of an address is compared with the address of the connection.
            let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host))
          }
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(NIOExchange(head, body: body, limit: limits.answerBytes, answer))
        }
      }
      .connect(host: host, port: place.port ?? (tls == nil ? 80 : 443))
    connection.whenFailure { answer.fail($0) }
    // After a cancellation too, as soon as there is a connection.
    defer { connection.whenSuccess { $0.close(promise: nil) } }
    return try await withTaskCancellationHandler {
      try await answer.futureResult.get()
    } onCancel: {
      answer.fail(CancellationError())
    }
  }

  private func context() throws -> NIOSSLContext {
    try tls.withLock { tls in
      if let tls { return tls }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = trustRoots
      configuration.additionalTrustRoots = moreTrustRoots
      configuration.applicationProtocols = ["http/1.1"]
      let context = try NIOSSLContext(configuration: configuration)
      tls = context
      return context
    }
  }
}
#endif

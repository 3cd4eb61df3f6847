internal import AsyncHTTPClient
package import HTTPTypes
internal import NIOCore
package import OAuthCore

extension AsyncHTTPClientTransport: HTTPStreaming {
  /// Sends a request and waits for the header fields of the response; see `HTTPStreaming`.
  package func open(_ request: HTTPRequest, body: [UInt8]) async throws -> HTTPStream {
    let clientRequest = try Self.prepare(request, body: body)
    let origin = Self.origin(of: request)
    let proxy = proxy(for: request)
    let client = proxy == nil ? streams.direct : streams.proxied ?? streams.direct
    do {
      let clientResponse = try await client.execute(clientRequest, deadline: .distantFuture)
      return HTTPStream(
        Self.response(of: clientResponse),
        body: StreamedBody(body: clientResponse.body, origin: origin, transport: self))
    } catch {
      throw TransportFailure.translate(error, origin: origin, proxy: proxy)
    }
  }
}

/// The body of a stream, with Pixy's errors. It keeps the transport's connections open.
private struct StreamedBody: AsyncSequence, Sendable {
  let body: HTTPClientResponse.Body
  let origin: String
  let transport: AsyncHTTPClientTransport

  func makeAsyncIterator() -> Iterator {
    Iterator(parts: body.makeAsyncIterator(), origin: origin, transport: transport)
  }

  struct Iterator: AsyncIteratorProtocol {
    var parts: HTTPClientResponse.Body.AsyncIterator
    let origin: String
    let transport: AsyncHTTPClientTransport

    mutating func next() async throws -> [UInt8]? {
      do {
        return try await parts.next().map { Array($0.readableBytesView) }
      } catch {
        throw TransportFailure.translate(error, origin: origin)
      }
    }
  }
}

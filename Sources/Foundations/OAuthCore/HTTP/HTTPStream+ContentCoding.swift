internal import HTTPTypes

extension HTTPStream {
  /// Returns the stream without compression: each part is decompressed as far as it goes when it arrives.
  ///
  /// It removes what ``HTTPAnswer/withoutContentCoding(limit:origin:)`` removes, and gzip of events whose
  /// `Content-Encoding` a proxy has lost. The stream has no limit of its size; each part of the result has at
  /// most 64 KiB and 257 bytes. Data that ends early is the end of the stream.
  ///
  /// - Parameter origin: The origin of the request, for the error.
  /// - Throws: `HTTPTransportError` if the body is compressed in another way. Reading a broken body throws it.
  package func withoutContentCoding(origin: String) throws(HTTPTransportError) -> HTTPStream {
    var response = response
    var body = body
    for coding in try ContentCoding.all(of: response.headerFields, defaultFor: "text/event-stream", origin) {
      body = Self.decode(body, coding, origin)
    }
    response.headerFields[.contentEncoding] = nil
    return HTTPStream(response, body: body)
  }

  private static func decode(
    _ body: some AsyncSequence<[UInt8], any Error> & Sendable, _ coding: ContentCoding, _ origin: String
  ) -> any AsyncSequence<[UInt8], any Error> & Sendable {
    DecodedBody(body: body, coding: coding, origin: origin)
  }
}

/// A body whose parts are decompressed.
private struct DecodedBody<Body: AsyncSequence<[UInt8], any Error> & Sendable>: AsyncSequence, Sendable {
  let body: Body
  let coding: ContentCoding
  let origin: String

  func makeAsyncIterator() -> Iterator {
    Iterator(
      parts: body.makeAsyncIterator(), decoder: ContentDecoder(coding, limit: .max), error: coding.error(from: origin))
  }

  struct Iterator: AsyncIteratorProtocol {
    var parts: Body.AsyncIterator
    var decoder: ContentDecoder
    let error: HTTPTransportError

    mutating func next() async throws -> [UInt8]? {
      while true {
        let content: [UInt8]
        do { content = try decoder.next() } catch { throw self.error }
        if !content.isEmpty { return content }
        guard let part = try await parts.next() else {
          let rest = decoder.undecided
          decoder = ContentDecoder(.gzip, limit: 0)
          return rest.isEmpty ? nil : rest
        }
        decoder.append(part)
      }
    }
  }
}

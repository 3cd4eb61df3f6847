package import HTTPTypes

/// An HTTP response whose body is read while it arrives.
package struct HTTPStream: Sendable {
  /// The status and the header fields.
  package let response: HTTPResponse
  /// The parts of the body. Ending the iteration, or cancelling its task, ends the exchange.
  package let body: any AsyncSequence<[UInt8], any Error> & Sendable

  package init(_ response: HTTPResponse, body: any AsyncSequence<[UInt8], any Error> & Sendable) {
    self.response = response
    self.body = body
  }

  /// Reads the whole body.
  ///
  /// - Parameters:
  ///   - limit: The largest accepted size in bytes.
  ///   - origin: The origin of the request, for the error.
  /// - Returns: The body without compression.
  /// - Throws: `HTTPTransportError` if the body is larger, breaks off or can't be decompressed;
  ///   `CancellationError`.
  package func wholeBody(limit: Int, origin: String) async throws -> [UInt8] {
    var whole: [UInt8] = []
    for try await part in body {
      guard whole.count + part.count <= limit else { throw HTTPTransportError(.answerTooLarge, origin: origin) }
      whole += part
    }
    return try HTTPAnswer(response, body: whole).withoutContentCoding(limit: limit, origin: origin).body
  }
}

/// An HTTP client that returns a response when its header fields have arrived.
package protocol HTTPStreaming: Sendable {
  /// Sends a request and waits for the header fields of the response. There is no timeout.
  ///
  /// Redirects are returned as responses and never followed.
  ///
  /// - Throws: `HTTPTransportError` if no response arrived; `CancellationError`.
  func open(_ request: HTTPRequest, body: [UInt8]) async throws -> HTTPStream
}

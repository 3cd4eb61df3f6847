internal import HTTPTypes

extension HTTPAnswer {
  /// Returns the answer without the compression that some servers and proxies apply although the request
  /// excluded it (RFC 9110 §12.5.3).
  ///
  /// It removes gzip and deflate, and gzip of JSON whose `Content-Encoding` a proxy has lost. A body that
  /// isn't compressed stays as it is, whatever the field says.
  ///
  /// - Parameters:
  ///   - limit: The largest accepted size in bytes, without compression.
  ///   - origin: The origin of the request, for the error.
  /// - Throws: `HTTPTransportError` if the body is larger, broken, or compressed in another way.
  package func withoutContentCoding(limit: Int, origin: String) throws(HTTPTransportError) -> HTTPAnswer {
    var answer = self
    for coding in try ContentCoding.all(of: response.headerFields, defaultFor: MediaType.json, origin) {
      let body: [UInt8]
      do throws(Inflater.Failure) {
        body = try coding.content(of: answer.body, limit: limit)
      } catch .tooLarge {
        throw HTTPTransportError(.answerTooLarge, origin: origin)
      } catch {
        throw coding.error(from: origin)
      }
      guard body != answer.body else { continue }
      answer.body = body
      answer.response.headerFields[.contentEncoding] = nil
      answer.response.headerFields[.contentLength] = nil
    }
    return answer
  }
}

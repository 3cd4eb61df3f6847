internal import HTTPTypes
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1
internal import OAuthCore

extension HTTPResponseHead {
  /// Creates an answer's head, with its date, its length and perhaps `Connection: close`.
  /// - Parameter isLast: Whether the connection ends with this answer.
  init(_ answer: HTTPAnswer, isLast: Bool) {
    self.init(answer.response)
    headers.add(name: "Date", value: DateField.now)
    if !answer.response.headerFields.contains(.contentLength) {
      headers.add(name: "Content-Length", value: String(answer.body.count))
    }
    if isLast { headers.add(name: "Connection", value: "close") }
  }
}

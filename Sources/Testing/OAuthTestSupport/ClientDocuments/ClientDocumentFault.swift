internal import HTTPTypes
public import OAuthCore

/// A fault of a ``ClientDocumentHost``.
public enum ClientDocumentFault: Sendable, Hashable {
  /// No connection is possible.
  case unreachable
  /// The answer comes after the reader's timeout. The reader fails at once, so that a test is fast.
  case slow
  /// The document comes with another status than 200.
  case status(Int)
  /// The answer leads elsewhere, with status 302 and the document.
  case redirect(to: String)
  /// The document has a member of 6,000 bytes more.
  case tooLarge
  /// The document's `client_id` has a slash more than its address.
  case wrongClientID
  /// The document lacks its last byte.
  case invalidJSON
  /// The document's media type is `text/html`.
  case wrongContentType
  /// Another answer.
  case answer(HTTPAnswer)

  /// Returns the answer in place of a document.
  ///
  /// - Throws: `HTTPTransportError` if there is no answer.
  func answer(instead document: HTTPAnswer, from origin: String) throws(HTTPTransportError) -> HTTPAnswer {
    var answer = document
    switch self {
    case .unreachable: throw HTTPTransportError(.connectionFailed, origin: origin)
    case .slow: throw HTTPTransportError(.timedOut, origin: origin)
    case .status(let code): answer.response.status = HTTPResponse.Status(code: code)
    case .redirect(let address):
      answer.response.status = .found
      answer.response.headerFields[.location] = address
    case .tooLarge: change(&answer) { $0["padding"] = .string(String(repeating: "a", count: 6_000)) }
    case .wrongClientID: change(&answer) { $0["client_id"] = .string(($0["client_id"]?.string ?? "") + "/") }
    case .invalidJSON: answer.body.removeLast()
    case .wrongContentType: answer.response.headerFields[.contentType] = "text/html"
    case .answer(let other): answer = other
    }
    return answer
  }

  private func change(_ answer: inout HTTPAnswer, _ change: (inout [String: JSONValue]) -> Void) {
    var members = (try? JSONValue(bytes: answer.body))?.object ?? [:]
    change(&members)
    answer.body = JSONValue.object(members).bytes()
  }
}

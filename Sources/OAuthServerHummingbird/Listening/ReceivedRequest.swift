#if Hummingbird
internal import HTTPTypes
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// A request as it came over a connection, perhaps not all of it yet.
struct ReceivedRequest {
  private let head: HTTPRequestHead
  var body: [UInt8] = []
  /// Whether the client wants to hear first that its body is welcome (RFC 9110 §10.1.1).
  var waitsForInvitation: Bool

  init(_ head: HTTPRequestHead) {
    self.head = head
    waitsForInvitation =
      !head.version.isBefore1_1
      && head.headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
  }

  /// Whether the connection ends with the answer (RFC 9112 §9.3). It does for every client of HTTP/1.0, which knows by that where the
  /// answer ends.
  var isLast: Bool { head.version.isBefore1_1 || !head.isKeepAlive }

  /// The request in the terms that it is answered in.
  /// - Throws: what HTTP Types can't hold, a method that is no token for example.
  func request() throws -> HTTPRequest {
    // Only a target that begins otherwise could be a whole URI (RFC 9112 §3.2.2), which is found out at some length.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      return try HTTPRequest(head, secure: false, splitCookie: false)
    }
    return HTTPRequest(
      method: try HTTPRequest.Method(head.method), scheme: "http", authority: head.headers.first(name: "Host"),
      path: head.uri, headerFields: HTTPFields(head.headers, splitCookie: false))
  }
}

extension HTTPVersion {
  fileprivate var isBefore1_1: Bool { major < 1 || self == .http1_0 }
}
#endif

internal import HTTPTypes
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1
internal import OAuthServer

/// A request as it arrives over a connection, perhaps still incomplete.
struct ReceivedRequest {
  private let head: HTTPRequestHead
  var body: [UInt8] = []
  /// Whether the client sends the body only after `100 Continue` (RFC 9110 §10.1.1).
  var expectsContinue: Bool

  init(_ head: HTTPRequestHead) {
    self.head = head
    expectsContinue =
      !head.version.isBefore1_1
      && head.headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
  }

  /// Whether the connection ends with the answer (RFC 9112 §9.3).
  ///
  /// Apart from the client's own choice, this holds in three cases: for HTTP/1.0, which recognizes
  /// the end of the answer by it; after a body that is too large, whose rest isn't read; and after
  /// a request for another protocol (RFC 9110 §7.8), which is ignored, but ends NIO's decoding.
  var isLast: Bool {
    head.version.isBefore1_1 || !head.isKeepAlive || isTooLarge || head.method == .CONNECT
      || head.headers.contains(name: "Upgrade")
  }

  var isTooLarge: Bool { body.count > AuthorizationServer.maximumBodyBytes }

  var hasHeadMethod: Bool { head.method == .HEAD }

  /// The reason why a request is malformed.
  enum Malformation: Error {
    /// HTTP/1.1 without `Host`, or with more than one (RFC 9112 §3.2).
    case host
    /// `Transfer-Encoding` that isn't `chunked`, beside `Content-Length`, or in HTTP/1.0 (RFC 9112
    /// §6.1). A proxy in front may have read another body.
    case framing
  }

  /// Returns the request in the form that servers answer.
  /// - Throws: ``Malformation``, or an error of HTTP Types, for instance if the method is no token.
  func request() throws -> HTTPRequest {
    let hosts = head.headers["Host"]
    // NIO's canonical form leaves empty values out.
    let codings = head.headers["Transfer-Encoding"].map { $0.lowercased() }
    guard
      codings.isEmpty
        || (!head.version.isBefore1_1 && codings == ["chunked"] && !head.headers.contains(name: "Content-Length"))
    else { throw Malformation.framing }
    guard hosts.count == 1 || (hosts.isEmpty && head.version.isBefore1_1) else { throw Malformation.host }
    // Any other target can be a whole URI (RFC 9112 §3.2.2), whose parsing takes longer.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      return try HTTPRequest(head, secure: false, splitCookie: false)
    }
    return HTTPRequest(
      method: try HTTPRequest.Method(head.method), scheme: "http", authority: hosts.first,
      path: head.uri, headerFields: HTTPFields(head.headers, splitCookie: false))
  }
}

extension HTTPVersion {
  fileprivate var isBefore1_1: Bool { major < 1 || self == .http1_0 }
}

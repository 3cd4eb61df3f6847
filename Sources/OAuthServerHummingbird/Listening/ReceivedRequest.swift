internal import HTTPTypes
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1
internal import OAuthServer

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
  /// answer ends; after a body of which nobody reads the rest; and after a wish for another protocol (RFC 9110 §7.8), which isn't granted,
  /// but after which NIO's decoder reads no more.
  var isLast: Bool {
    head.version.isBefore1_1 || !head.isKeepAlive || isTooLarge || head.method == .CONNECT
      || head.headers.contains(name: "Upgrade")
  }

  var isTooLarge: Bool { body.count > AuthorizationServer.maximumBodyOctets }

  var isForHeadAlone: Bool { head.method == .HEAD }

  /// Why a request isn't one.
  enum Malformation: Error {
    /// HTTP/1.1 without `Host`, or with more than one (RFC 9112 §3.2).
    case host
  }

  /// The request in the terms that it is answered in.
  /// - Throws: ``Malformation``; what HTTP Types can't hold, a method that is no token for example.
  func request() throws -> HTTPRequest {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 || (hosts.isEmpty && head.version.isBefore1_1) else { throw Malformation.host }
    // Only a target that begins otherwise could be a whole URI (RFC 9112 §3.2.2), which is found out at some length.
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

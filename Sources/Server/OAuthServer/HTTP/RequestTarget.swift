internal import HTTPTypes

/// The path and query of a request, as sent.
struct RequestTarget: Sendable {
  /// The path with its percent-encoding. Paths of endpoints are compared byte for byte.
  let path: String
  /// The query without its `?`; empty if there is none.
  let query: String

  init(_ request: HTTPRequest) {
    var target = Substring(request.path ?? "")
    // A proxy may send the complete URI (RFC 9112 §3.2.2).
    if target.utf8.first != UInt8(ascii: "/") {
      for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
        let rest = target.dropFirst(scheme.count)
        target = rest.firstIndex(where: { $0 == "/" || $0 == "?" }).map { rest[$0...] } ?? "/"
      }
    }
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    path = String(target[..<mark])
    query = mark == target.endIndex ? "" : String(target[target.utf8.index(after: mark)...])
  }
}

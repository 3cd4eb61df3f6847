public import HTTPTypes
public import OAuthCore

/// The method and address of a request, which its DPoP proof must name (RFC 9449 §4.3, 8 and 9).
///
/// Scheme, host and port come from configuration. Behind a proxy, a server sees different values
/// than the client, and the `Host` field may be forged.
///
/// ```swift
/// let target = DPoPTarget(.post, try Endpoint("https://login.example.com/token"))
/// let proof = try checker.examine(request.headerFields, for: target)
/// ```
public struct DPoPTarget: Sendable, Hashable {
  /// The method. Proofs must name it in the same case.
  public let method: HTTPRequest.Method
  /// The normalized address; nil if no proof can name it.
  let address: NormalizedAddress?

  /// Creates the target of an endpoint with a single address, such as the token endpoint.
  ///
  /// - Parameters:
  ///   - method: The request's method.
  ///   - endpoint: The endpoint's address as clients know it. Its query is ignored.
  public init(_ method: HTTPRequest.Method, _ endpoint: Endpoint) {
    self.method = method
    address = NormalizedAddress(endpoint.text)
  }

  /// Creates the target of a request to any address of a server.
  ///
  /// - Parameters:
  ///   - request: The request, whose method and path are used. The path must be the one that the
  ///     client sent; restore a prefix that a proxy removed. The query is ignored. For a path with
  ///     characters that no URI contains, every proof is rejected.
  ///   - place: An address of the server as clients know it. Its scheme, host and port are used.
  public init(_ request: HTTPRequest, at place: Endpoint) {
    method = request.method
    let path = (request.path ?? "/").prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("/") {
      address = NormalizedAddress(place.origin + path)
    } else {
      // RFC 9112 §3.2.2: a proxy may send an absolute address, which must be on this server.
      let whole = NormalizedAddress(String(path))
      address = whole.flatMap { $0.text.hasPrefix(place.origin + "/") ? $0 : nil }
    }
  }
}

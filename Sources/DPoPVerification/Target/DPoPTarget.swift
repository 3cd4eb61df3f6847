public import HTTPTypes
public import OAuthCore

/// What a DPoP proof must be for: the method and the address of the request that carries it (RFC 9449 §4.3, 8 and 9).
///
/// Scheme, host and port come from configuration, because behind a proxy a server sees other ones than the client asked
/// for, and the `Host` field is whatever somebody wrote.
public struct DPoPTarget: Sendable, Hashable {
  /// The method; proofs name it in the same letters.
  public let method: HTTPRequest.Method
  /// Nil for an address that no proof can name.
  let address: NormalizedAddress?

  /// An endpoint with one address, as the token endpoint.
  ///
  /// - Parameters:
  ///   - method: the request's.
  ///   - endpoint: as clients know it. Its query doesn't count.
  public init(_ method: HTTPRequest.Method, _ endpoint: Endpoint) {
    self.method = method
    address = NormalizedAddress(endpoint.text)
  }

  /// Any address of a server.
  ///
  /// - Parameters:
  ///   - request: method and path decide, as the client sent them: what a proxy cut off must be put back. The query doesn't count. A path with characters that no URI has
  ///     makes a target that no proof is for.
  ///   - place: an address of the server as clients know it; scheme, host and port are taken from it.
  public init(_ request: HTTPRequest, at place: Endpoint) {
    method = request.method
    let path = (request.path ?? "/").prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("/") {
      address = NormalizedAddress(place.origin + path)
    } else {
      // RFC 9112 §3.2.2: a proxy may send the whole address, which then must be at the place.
      let whole = NormalizedAddress(String(path))
      address = whole.flatMap { $0.text.hasPrefix(place.origin + "/") ? $0 : nil }
    }
  }
}

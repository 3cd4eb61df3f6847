public import HTTPTypes

/// The address of an authorization server's or a resource's endpoint (RFC 6749 §3).
///
/// Only https, or http to this machine's loopback interface; never a fragment, never a user name. A query that the
/// endpoint has is kept (RFC 6749 §3.1).
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// The address exactly as it was given.
  public let text: String
  package let parts: ParsedURI

  /// Checks an address from metadata, configuration or a person.
  /// - Parameter text: an absolute URI of at most 8,192 octets of ASCII. It is kept as it is; nothing in it is
  ///   repaired.
  /// - Throws: ``URIError`` if it isn't an absolute https URI, has a fragment, or names a user. Plain http is let
  ///   through for loopback hosts only.
  public init(_ text: String) throws(URIError) {
    let parts = try ParsedURI(text)
    guard parts.fragment == nil else { throw .fragment }
    guard !parts.hasUserInfo else { throw .userInfo }
    guard !parts.host.isEmpty else { throw .noHost }
    guard parts.scheme == "https" || (parts.scheme == "http" && parts.isLoopback) else { throw .notHTTPS }
    self.text = text
    self.parts = parts
  }

  /// Scheme, host and port: where a token may be sent is decided by this.
  public var origin: String { "\(parts.scheme)://\(parts.authority)" }

  /// The query that the endpoint has by itself, without its `?`.
  public var query: String? { parts.query }

  /// The origin and path; a query isn't shown, as it may carry a secret.
  public var description: String { origin + parts.path }

  /// The address with parameters added after whatever query it has.
  ///
  /// - Parameter parameters: what to add, not encoded yet. A name that the query has already stands there twice then:
  ///   nothing is replaced.
  public func adding(_ parameters: FormParameters) -> String {
    let added = parameters.queryEncoded()
    guard let query = parts.query else { return text + (added.isEmpty ? "" : "?" + added) }
    return text + (query.isEmpty || query.hasSuffix("&") || added.isEmpty ? "" : "&") + added
  }

  /// A request to this endpoint, with no field but its `Host`.
  ///
  /// - Parameter method: the request's method. An empty path is sent as `/`, which is the same address (RFC 9110
  ///   §4.2.3).
  public func request(_ method: HTTPRequest.Method) -> HTTPRequest {
    let path = parts.path.isEmpty ? "/" : parts.path
    return HTTPRequest(
      method: method, scheme: parts.scheme, authority: parts.authority,
      path: parts.query.map { path + "?" + $0 } ?? path)
  }
}

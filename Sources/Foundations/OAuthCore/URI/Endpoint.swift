public import HTTPTypes

/// The address of an endpoint of an authorization server or a resource (RFC 6749 §3).
///
/// It is https, or http to this machine's loopback interface. It has no fragment and no user name.
/// An existing query is preserved (RFC 6749 §3.1).
///
/// ```swift
/// let endpoint = try Endpoint("https://login.example.com/token")
/// let origin = endpoint.origin  // "https://login.example.com"
/// ```
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  /// The address exactly as given.
  public let text: String
  package let parts: ParsedURI

  /// Validates an address from metadata, configuration or a user.
  /// - Parameter text: An absolute URI of at most 8,192 ASCII bytes. It is stored unchanged;
  ///   mistakes in it are not repaired.
  /// - Throws: ``URIError`` if it isn't an absolute https URI, has a fragment, or has a user name.
  ///   Plain http is accepted only for loopback hosts.
  public init(_ text: String) throws(URIError) {
    let parts = try ParsedURI(text)
    guard parts.fragment == nil else { throw .fragment }
    guard !parts.hasUserInfo else { throw .userInfo }
    guard !parts.host.isEmpty else { throw .noHost }
    guard parts.scheme == "https" || (parts.scheme == "http" && parts.isLoopback) else { throw .notHTTPS }
    self.text = text
    self.parts = parts
  }

  /// The scheme, host and port. Pixy compares origins to decide where a token may be sent.
  public var origin: String { "\(parts.scheme)://\(parts.authority)" }

  /// The endpoint's own query, without its `?`.
  public var query: String? { parts.query }

  /// The origin and path. A query isn't shown, because it may contain a secret.
  public var description: String { origin + parts.path }

  /// Returns the address with parameters appended to its query.
  ///
  /// - Parameter parameters: The parameters to append, not encoded. An existing parameter of the
  ///   same name is not replaced; the name then occurs twice.
  public func adding(_ parameters: FormParameters) -> String {
    let addition = parameters.queryEncoded()
    guard let query = parts.query else { return text + (addition.isEmpty ? "" : "?" + addition) }
    return text + (query.isEmpty || query.hasSuffix("&") || addition.isEmpty ? "" : "&") + addition
  }

  /// Creates a request to this endpoint, without any field but `Host`.
  ///
  /// - Parameter method: The request's method. An empty path is sent as `/`, which is the same
  ///   address (RFC 9110 §4.2.3).
  public func request(_ method: HTTPRequest.Method) -> HTTPRequest {
    let path = parts.path.isEmpty ? "/" : parts.path
    return HTTPRequest(
      method: method, scheme: parts.scheme, authority: parts.authority,
      path: parts.query.map { path + "?" + $0 } ?? path)
  }
}

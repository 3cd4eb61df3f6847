/// Information about a request that isn't part of it. The HTTP server passes it with each request.
public struct RequestContext: Sendable, Hashable {
  /// The address that the request came from: the connection's peer, or the address that a trusted
  /// proxy reports. Failed sign-ins are counted by address. If it is `nil`, all requests count as
  /// coming from one address.
  public var address: ClientAddress?
  /// The client certificate of the connection; `nil` if the client presented none.
  public var certificate: PeerCertificate?

  /// Creates a context.
  /// - Parameters:
  ///   - address: The address that the request came from. Default: unknown.
  ///   - certificate: The client certificate of the connection. Default: none.
  public init(address: ClientAddress? = nil, certificate: PeerCertificate? = nil) {
    self.address = address
    self.certificate = certificate
  }
}

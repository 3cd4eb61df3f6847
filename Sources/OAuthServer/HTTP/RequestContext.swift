/// What is known about a request beside the request itself: who carries HTTP tells it with each one.
public struct RequestContext: Sendable, Hashable {
  /// Where the request came from: the other end of the connection, or what a proxy that is known to tell the truth says.
  /// Wrong passwords are counted under it; nil if it isn't known, and then everybody is taken for one.
  public var address: ClientAddress?
  /// The certificate that the connection's client proved to have; nil if it showed none.
  public var certificate: ClientCertificate?

  /// Nothing is known, or what is said.
  /// - Parameters:
  ///   - address: where the request came from.
  ///   - certificate: what the connection's client proved to have.
  public init(address: ClientAddress? = nil, certificate: ClientCertificate? = nil) {
    self.address = address
    self.certificate = certificate
  }
}

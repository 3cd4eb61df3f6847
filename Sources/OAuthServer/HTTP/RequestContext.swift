/// What is known about a request beside the request itself: who carries HTTP tells it with each one.
public struct RequestContext: Sendable, Hashable {
  /// The certificate that the connection's client proved to have; nil if it showed none.
  public var certificate: ClientCertificate?

  /// Nothing is known.
  public init() {}

  /// Something is known about the connection.
  /// - Parameter certificate: what the connection's client proved to have.
  public init(certificate: ClientCertificate?) {
    self.certificate = certificate
  }
}

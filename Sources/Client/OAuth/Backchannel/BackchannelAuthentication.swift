public import FoundationBasics
public import OAuthCore

/// A request for approval that is shown on the user's own device (OpenID Connect CIBA Core 1.0
/// §7.3).
///
/// Wait for the decision with ``OAuthClient/tokens(for:clock:progress:)``.
public struct BackchannelAuthentication: Sendable, Hashable {
  /// The lifetime of the request, from ``receivedAt`` on.
  public let expiresIn: Duration
  /// The pause between two token requests. Default: 5 seconds, if the server sent no usable one.
  public let interval: Duration
  /// The time when the answer arrived, by this machine's clock.
  public let receivedAt: Date

  let requestID: Secret
  /// The client that sent the request.
  let client: ClientIdentity

  init(_ answer: AnswerMembers, client: OAuthClient) throws(EndpointError) {
    requestID = try answer.requiredSecret("auth_req_id")
    guard let life = try answer.duration("expires_in") else { throw answer.missing("expires_in") }
    expiresIn = life
    interval = answer.usableDuration("interval") ?? .seconds(5)
    receivedAt = client.clock.now()
    self.client = ClientIdentity(client)
  }
}

extension BackchannelAuthentication: Redacted {
  /// The lifetime of the request.
  public var description: String { "BackchannelAuthentication(expires in: \(expiresIn.components.seconds) s)" }
}

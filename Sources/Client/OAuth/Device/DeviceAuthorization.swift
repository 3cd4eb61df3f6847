public import FoundationBasics
public import OAuthCore

/// The codes of a sign-in on another device, with the address where the user enters the short one
/// (RFC 8628 §3.2).
///
/// Show ``userCode`` and ``verificationURI``, or ``verificationURIComplete`` as a QR code together
/// with the user code to compare. Then wait with
/// ``OAuthClient/tokens(for:resources:clock:progress:)``.
public struct DeviceAuthorization: Sendable, Hashable {
  /// The code to show. Never log it, because entering it decides about this sign-in.
  public let userCode: String
  /// The address to show.
  public let verificationURI: Endpoint
  /// The address with the code in it, for a QR code or a link; `nil` if the server sent none that
  /// can be used.
  public let verificationURIComplete: Endpoint?
  /// The lifetime of both codes, from ``receivedAt`` on.
  public let expiresIn: Duration
  /// The pause between two token requests. Default: 5 seconds, if the server sent no usable one.
  public let interval: Duration
  /// The time when the answer arrived, by this machine's clock.
  public let receivedAt: Date

  let deviceCode: Secret
  /// The client that began the sign-in.
  let client: ClientIdentity

  /// Reads the answer of the device authorization endpoint.
  init(_ answer: AnswerMembers, client: OAuthClient) throws(EndpointError) {
    deviceCode = try answer.requiredSecret("device_code")
    userCode = try Self.userCode(in: answer)
    // Google uses the older name verification_url.
    let hasURI = ((try? answer.text("verification_uri")) ?? nil) != nil
    let name = hasURI ? "verification_uri" : "verification_url"
    guard let uri = try answer.text(name) else { throw answer.missing("verification_uri") }
    guard let endpoint = try? Endpoint(uri) else { throw answer.malformed(name) }
    verificationURI = endpoint
    verificationURIComplete = answer.members["verification_uri_complete"]?.string.flatMap { try? Endpoint($0) }
    guard let life = try answer.duration("expires_in") else { throw answer.missing("expires_in") }
    expiresIn = life
    interval = answer.usableDuration("interval") ?? .seconds(5)
    receivedAt = client.clock.now()
    self.client = ClientIdentity(client)
  }

  // The code is shown on a terminal or screen unchanged, so it must be printable and short.
  private static func userCode(in answer: AnswerMembers) throws(EndpointError) -> String {
    let text = try answer.requiredText("user_code")
    guard text.count <= 64, UntrustedText(text).description == text else { throw answer.malformed("user_code") }
    return text
  }
}

extension DeviceAuthorization: Redacted {
  /// The address where the code is entered, without the codes.
  public var description: String {
    "DeviceAuthorization(at: \(verificationURI), expires in: \(expiresIn.components.seconds) s)"
  }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// What to show a person who signs in on another device: a short code and where to enter it (RFC 8628 §3.2).
///
/// Show ``userCode`` and ``verificationURI``, or ``verificationURIComplete`` as a picture to scan together with the code
/// to compare, then wait with ``OAuthClient/tokens(for:resources:clock:progress:)``.
public struct DeviceAuthorization: Sendable, Hashable {
  /// The code to show. Whoever enters it decides about this sign-in: don't log it.
  public let userCode: String
  /// The address to show.
  public let verificationURI: Endpoint
  /// The address with the code in it, for a picture or a link; `nil` if the server gave none that can be used.
  public let verificationURIComplete: Endpoint?
  /// How long both codes live from ``receivedAt``.
  public let expiresIn: Duration
  /// The pause between two questions; 5 seconds if the server didn't say.
  public let interval: Duration
  /// When the answer arrived, by the clock of this machine.
  public let receivedAt: Date

  let deviceCode: Secret
  let clientID: String
  let tokenEndpoint: Endpoint

  /// Reads what the device authorization endpoint granted.
  init(_ answer: AnswerMembers, client: OAuthClient) throws(EndpointError) {
    deviceCode = try answer.requiredSecret("device_code")
    userCode = try Self.userCode(in: answer)
    // PROVIDERS, Google: the older name.
    let name = answer.members["verification_uri"] == nil ? "verification_url" : "verification_uri"
    guard let uri = try answer.text(name) else { throw answer.missing("verification_uri") }
    guard let endpoint = try? Endpoint(uri) else { throw answer.malformed(name) }
    verificationURI = endpoint
    verificationURIComplete = answer.members["verification_uri_complete"]?.string.flatMap { try? Endpoint($0) }
    guard let life = try answer.duration("expires_in") else { throw answer.missing("expires_in") }
    expiresIn = life
    interval = try answer.duration("interval") ?? .seconds(5)
    receivedAt = client.clock.now()
    clientID = client.id
    tokenEndpoint = client.server.tokenEndpoint
  }

  // It goes to a terminal or a screen as it is, and a person types it.
  private static func userCode(in answer: AnswerMembers) throws(EndpointError) -> String {
    let text = try answer.requiredText("user_code")
    guard text.count <= 64, UntrustedText(text).description == text else { throw answer.malformed("user_code") }
    return text
  }
}

extension DeviceAuthorization: Redacted {
  /// Where the code is to be entered, without the codes.
  public var description: String {
    "DeviceAuthorization(at: \(verificationURI), expires in: \(expiresIn.components.seconds) s)"
  }
}

internal import Logging
internal import OAuthCore

/// The device authorization grant: answers a device's polls (RFC 8628 §3.4, §3.5).
struct DeviceCodeGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let devices: any DeviceAuthorizationOperations
  let revocation: GrantRevocation

  let type = GrantType.deviceCode
  let parameters = ["device_code"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard let code = request.parameter("device_code").map(Secret.init) else {
      throw Refusal(.invalidRequest, "device_code is missing")
    }
    let hash = SecretHash(of: code)
    switch try await devices.pollDeviceAuthorization(
      hash, by: client.id, at: clock.now(), request: request.key)
    {
    case .pending:
      throw Refusal(.authorizationPending, "the user has not decided yet: poll again after the interval")
    case .tooEarly:
      throw Refusal(.slowDown, "the user has not decided yet: add 5 seconds to the interval of all polls")
    case .denied:
      throw Refusal(.accessDenied, "the user denied the request")
    case .expired:
      throw Refusal(.expiredToken, "the device code has expired: start a new sign-in when the user asks for it")
    case .unknown:
      throw Refusal.invalidGrant(Self.unusable)
    case .approved(let subject, let scope, let details):
      return try await issue(
        ApprovedDeviceRequest(code: hash, request: request, subject: subject, scope: scope, details: details),
        tokenIssuer)
    }
  }

  private struct ApprovedDeviceRequest {
    let code: SecretHash
    let request: TokenRequest
    let subject: Subject
    let scope: Scope
    let details: ApprovalDetails
  }

  /// Issues tokens for an approved device code.
  ///
  /// Of several concurrent polls, the one that completes the authorization is answered. For
  /// authorization codes a second redemption revokes the first tokens too. Device codes are treated
  /// more mildly: they never went through a browser, and clients repeat polls whose response was
  /// lost.
  private func issue(
    _ approved: ApprovedDeviceRequest, _ tokenIssuer: TokenIssuer
  ) async throws -> TokenAnswer {
    let request = approved.request
    let grant = request.secrets.grantID()
    try await revocation.checkUser(approved.subject, of: grant, for: request.client)
    var details = approved.details
    details.session = details.session?.told(to: request.client)
    let approval = Approval(grant: grant, subject: approved.subject, scope: approved.scope, details: details)
    let terms = try configuration.terms(request, approval)
    let newTokens = try await tokenIssuer.makeTokens(for: approval, to: request, terms, now: clock.now())
    let signIn = SessionSignIn(
      approved.details.session, grant: grant, clientID: request.client.id, scope: approved.scope)
    switch try await devices.completeDeviceAuthorization(
      approved.code, with: newTokens.records, signIn: signIn, request: request.key)
    {
    case .completed:
      logger.info(
        "Tokens were issued for a device code",
        metadata: ["client_id": "\(request.client.id)", "grant": "\(grant)"])
      return newTokens.answer
    case .sessionEnded:
      // A user who signed out before the poll has withdrawn the approval.
      throw Refusal.invalidGrant("the session in which the user approved has ended: start a new sign-in")
    case .refused:
      throw Refusal.invalidGrant(Self.unusable)
    }
  }

  private static let unusable = "the device code is unknown, already redeemed, or belongs to another client"
}

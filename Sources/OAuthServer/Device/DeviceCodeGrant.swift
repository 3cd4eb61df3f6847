internal import Logging
internal import OAuthCore

/// The device authorization grant: answers a device's polls (RFC 8628 §3.4, §3.5).
struct DeviceCodeGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let deviceCodes: any DeviceCodeStore
  let sessions: (any SessionStore)?
  let revocation: GrantRevocation

  let type = GrantType.deviceCode
  let parameters = ["device_code"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard let code = request.form.value("device_code").map(Secret.init) else {
      throw Refusal(.invalidRequest, "device_code is missing")
    }
    let hash = SecretHash(of: code)
    switch try await deviceCodes.poll(hash, by: client.id, at: clock.now()) {
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
  /// The tokens are saved before the code is redeemed, and sent to the client afterwards. A failure
  /// in between therefore loses no approval. Of several concurrent polls, each saves tokens under a
  /// grant of its own. The poll that redeems the code is answered, and each other poll revokes only
  /// its own tokens.
  ///
  /// For authorization codes a second redemption revokes the first tokens too. Device codes are
  /// treated more mildly: they never went through a browser, and clients repeat polls whose
  /// response was lost.
  private func issue(
    _ approved: ApprovedDeviceRequest, _ tokenIssuer: TokenIssuer
  ) async throws -> TokenAnswer {
    let now = clock.now()
    let grant = secrets.grantID()
    try await revocation.checkUser(approved.subject, of: grant)
    var details = approved.details
    details.session = details.session?.told(to: approved.request.client)
    let approval = Approval(grant: grant, subject: approved.subject, scope: approved.scope, details: details)
    let terms = try configuration.terms(approved.request, approval)
    let made = try await tokenIssuer.makeTokens(for: approval, to: approved.request, terms, now: now)
    try await addSignIn(of: approved, grant)
    guard try await tokenIssuer.tokens.save(made.records) else { throw Refusal.invalidGrant(Self.unusable) }
    guard try await deviceCodes.redeem(approved.code) else {
      try await tokenIssuer.tokens.revoke(grant, refusingUntil: now)
      throw Refusal.invalidGrant(Self.unusable)
    }
    logger.info(
      "Tokens were issued for a device code",
      metadata: ["client_id": "\(approved.request.client.id)", "grant": "\(grant)"])
    return made.answer
  }

  /// Adds the grant to the session in which the user approved. This happens before the tokens are
  /// saved, so ending the session always revokes them. A user who signed out before the poll has
  /// withdrawn the approval.
  private func addSignIn(of approved: ApprovedDeviceRequest, _ grant: GrantID) async throws {
    guard let session = approved.details.session, let sessions,
      let signIn = SessionGrant(grant: grant, clientID: approved.request.client.id, scope: approved.scope)
    else { return }
    guard try await sessions.add(signIn, to: session) else {
      throw Refusal.invalidGrant("the session in which the user approved has ended: start a new sign-in")
    }
  }

  private static let unusable = "the device code is unknown, already redeemed, or belongs to another client"
}

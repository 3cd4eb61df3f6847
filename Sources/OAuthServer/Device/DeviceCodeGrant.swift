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
      throw Refusal(.authorizationPending, "nobody has decided yet: ask again after the interval")
    case .tooEarly:
      throw Refusal(.slowDown, "nobody has decided yet: wait 5 seconds more before this and every later request")
    case .denied:
      throw Refusal(.accessDenied, "the person refused")
    case .expired:
      throw Refusal(.expiredToken, "the device code has expired: start again when a person asks for it")
    case .unknown:
      throw Refusal.invalidGrant(Self.unusable)
    case .approved(let subject, let scope, let details):
      return try await issue(
        TokensOfDevice(code: hash, request: request, subject: subject, scope: scope, details: details), tokenIssuer)
    }
  }

  private struct TokensOfDevice {
    let code: SecretHash
    let request: TokenRequest
    let subject: Subject
    let scope: Scope
    let details: ApprovalDetails
  }

  /// The tokens are kept before the code is redeemed, and told to the client after, so that a failure in between loses
  /// nobody's approval. Each of several polls that race makes tokens under a grant of its own: the one whose call redeems
  /// the code is answered, and each other one ends what it made and nothing else. That is milder than with authorization
  /// codes, where a second redemption ends the first one's tokens too: a device code never went through a browser, and
  /// clients repeat polls whose answer they didn't hear.
  private func issue(
    _ approved: TokensOfDevice, _ tokenIssuer: TokenIssuer
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
      "Tokens were given for a device code",
      metadata: ["client_id": "\(approved.request.client.id)", "grant": "\(grant)"])
    return made.answer
  }

  /// Remembers the sign-in with the session that it was allowed in, before there are tokens: whatever ends the session ends them.
  /// A person who signed out before the device asked has taken the sign-in back.
  private func addSignIn(of approved: TokensOfDevice, _ grant: GrantID) async throws {
    guard let session = approved.details.session, let sessions,
      let signIn = SessionGrant(grant: grant, clientID: approved.request.client.id, scope: approved.scope)
    else { return }
    guard try await sessions.add(signIn, to: session) else {
      throw Refusal.invalidGrant("the session in which the person allowed this has ended: start again")
    }
  }

  private static let unusable = "the device code is unknown, redeemed, or another client's"
}

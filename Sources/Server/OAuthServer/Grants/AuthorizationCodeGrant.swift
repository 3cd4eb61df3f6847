internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import PKCE

/// The authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.6).
struct AuthorizationCodeGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let codes: any AuthorizationCodeOperations
  let revocation: GrantRevocation

  let type = GrantType.authorizationCode
  let parameters = ["code", "redirect_uri", "code_verifier"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    guard let code = request.parameter("code").map(Secret.init) else {
      throw Refusal(.invalidRequest, "code is missing")
    }
    let hash = SecretHash(ofToken: code)
    guard let record = try await codes.authorizationCode(hash), record.clientID == request.client.id else {
      throw Refusal.invalidGrant(Self.unusable)
    }
    // These checks come before the code is spent or its grant revoked. Otherwise an attacker who
    // only saw the code could spoil the sign-in. Guessing is no danger, because a verifier is as
    // hard to guess as a code.
    try check(request, against: record)
    try request.checkKey(record.details.confirmation, exactly: true)
    try await revocation.checkUser(record.subject, of: record.grant, for: request.client)
    return try await redeem(record, request, tokenIssuer)
  }

  /// Checks the redirect URI and the code verifier.
  ///
  /// RFC 6749 §4.1.3 and OAuth 2.1 (draft of 2021, §4.1.3) require the redirect URI if the
  /// authorization request had one. Here every request has one.
  private func check(_ request: TokenRequest, against record: AuthorizationCodeRecord) throws {
    let form = request.form
    guard form.value("redirect_uri") == record.redirectURI else {
      throw Refusal.invalidGrant("redirect_uri is not the one of the authorization request")
    }
    switch (record.challenge, form.value("code_verifier")) {
    case (nil, nil):
      // A database that loses the challenge doesn't switch PKCE off.
      guard !request.client.needsCodeChallenge else {
        throw Refusal.invalidGrant("the client must use PKCE, and the authorization request had no code_challenge")
      }
    case (nil, .some):
      // An attacker removed the challenge from the authorization request (RFC 9700 §4.8.2).
      throw Refusal.invalidGrant("code_verifier was sent, but the authorization request had no code_challenge")
    case (.some, nil):
      throw Refusal.invalidGrant("code_verifier is missing")
    case (let challenge?, let text?):
      try check(text, against: challenge)
    }
  }

  /// Checks the code verifier (RFC 7636 §4.6).
  ///
  /// The description names the client's mistake. It is no help for an attacker: a mistake is
  /// recognized only if the sender of the request has the verifier, or sends the public challenge.
  private func check(_ text: String, against challenge: CodeChallenge) throws {
    let verifier: CodeVerifier
    do {
      verifier = try CodeVerifier(text)
    } catch {
      throw Refusal.invalidGrant("\(error)")
    }
    switch challenge.mismatch(with: verifier) {
    case nil: return
    case .unrelated: throw Refusal.invalidGrant("code_verifier does not meet the code_challenge")
    case let mismatch?: throw Refusal.invalidGrant("code_verifier does not meet the code_challenge. \(mismatch)")
    }
  }

  /// Spends the code and issues its tokens.
  ///
  /// Of several concurrent requests with one code, the one that spends the code is answered. Each
  /// other one revokes the grant, including the tokens of the answered one (RFC 6749 §4.1.2).
  private func redeem(
    _ record: AuthorizationCodeRecord, _ request: TokenRequest, _ tokenIssuer: TokenIssuer
  ) async throws -> TokenAnswer {
    let now = clock.now()
    var terms = try configuration.terms(request, record.approval)
    terms.nonce = record.nonce
    let newTokens = try await tokenIssuer.makeTokens(for: record.approval, to: request, terms, now: now)
    switch try await codes.redeemAuthorizationCode(
      record.hash, for: newTokens.records, at: now, refusingUntil: revocation.refusedUntil, request: request.key)
    {
    case .redeemed:
      logger.info(
        "Tokens were issued for an authorization code",
        metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
      return newTokens.answer
    case .usedAgain:
      revocation.log(
        record.grant, of: record.subject, at: record.clientID, because: "an authorization code was used again")
      throw Refusal.invalidGrant(Self.unusable)
    case .refused:
      throw Refusal.invalidGrant(Self.unusable)
    }
  }

  private static let unusable = "the code is unknown, expired, already used, or belongs to another client"
}

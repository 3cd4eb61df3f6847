#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore
internal import PKCE

/// The authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.6).
struct AuthorizationCodeGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let codes: any AuthorizationCodeStore
  let revocation: GrantRevocation

  let type = GrantType.authorizationCode
  let parameters = ["code", "redirect_uri", "code_verifier"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    guard let code = request.form.value("code").map(Secret.init) else {
      throw Refusal(.invalidRequest, "code is missing")
    }
    let hash = SecretHash(ofToken: code)
    guard let record = try await codes.find(hash), record.clientID == request.client.id else {
      throw Refusal.invalidGrant("the code is unknown, expired, spent, or another client's")
    }
    // All of this comes before the code is spent or its grant ended: otherwise whoever saw a code, and has nothing
    // else, could spoil the sign-in it belongs to. Guessing is no danger: a verifier is as hard to guess as the code.
    try check(request.form, against: record)
    try request.checkKey(record.details.confirmation, exactly: true)
    try await revocation.checkUser(record.subject, of: record.grant)
    return try await redeem(record, request, tokenIssuer)
  }

  /// RFC 6749 §4.1.3 and OAuth 2.1 (draft of 2021, §4.1.3) want the redirect URI repeated if the authorization request
  /// had it, and here every one has.
  private func check(_ form: FormParameters, against record: AuthorizationCodeRecord) throws {
    guard form.value("redirect_uri") == record.redirectURI else {
      throw Refusal.invalidGrant("redirect_uri is not the one of the authorization request")
    }
    switch (record.challenge, form.value("code_verifier")) {
    case (nil, nil):
      break
    case (nil, .some):
      // Somebody took the challenge out of the authorization request (RFC 9700 §4.8.2).
      throw Refusal.invalidGrant("there is a code_verifier, but the authorization request had no code_challenge")
    case (.some, nil):
      throw Refusal.invalidGrant("code_verifier is missing")
    case (let challenge?, let text?):
      guard let verifier = try? CodeVerifier(text), challenge.isMet(by: verifier) else {
        throw Refusal.invalidGrant("code_verifier does not meet the code_challenge")
      }
    }
  }

  /// The tokens are kept before the code is spent, and told to the client after: of all who redeem one code at once,
  /// the one whose call spends it is answered, and each other one ends the grant, the first one's tokens with it. Tokens
  /// saved after that are refused, and a crash in between leaves tokens that nobody was told.
  private func redeem(
    _ record: AuthorizationCodeRecord, _ request: TokenRequest, _ tokenIssuer: TokenIssuer
  ) async throws -> TokenAnswer {
    let now = clock.now()
    var terms = try configuration.terms(request, record.approval)
    terms.nonce = record.nonce
    var saved: NewTokens?
    let isFirst: Bool
    if now < record.expires {
      let made = try await tokenIssuer.makeTokens(for: record.approval, to: request, terms, now: now)
      let redemption = try await codes.spend(record.hash, keeping: made.records, in: tokenIssuer.tokens)
      isFirst = redemption.isFirst
      if redemption.isKept { saved = made }
    } else {
      isFirst = try await codes.spend(record.hash)
    }
    guard isFirst else {
      try await revocation.end(record.grant, because: "an authorization code was used again")
      throw Refusal.invalidGrant("the code is unknown, expired, spent, or another client's")
    }
    guard let saved else {
      throw Refusal.invalidGrant("the code is unknown, expired, spent, or another client's")
    }
    logger.info(
      "Tokens were given for an authorization code",
      metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
    return saved.answer
  }
}

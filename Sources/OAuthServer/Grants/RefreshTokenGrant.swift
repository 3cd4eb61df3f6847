#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore

/// The refresh token grant (RFC 6749 §6). Most clients get a new refresh token with every refresh
/// (RFC 9700 §4.14.2).
struct RefreshTokenGrant: TokenGrant, ServerPart {
  let core: ServerCore
  let tokens: any IssuedTokenStore
  let revocation: GrantRevocation

  let type = GrantType.refreshToken
  let parameters = ["refresh_token"]

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard let token = request.form.value("refresh_token").map(Secret.init) else {
      throw Refusal(.invalidRequest, "refresh_token is missing")
    }
    let hash = SecretHash(ofToken: token)
    let now = clock.now()
    guard let record = try await tokens.find(hash), record.kind == .refresh, record.clientID == client.id,
      now < record.expires
    else { throw Refusal.invalidGrant(Self.unusable) }
    try request.checkKey(record.details.confirmation, exactly: client.kind == .public)
    try await revocation.checkUser(record.subject, of: record.grant)
    var terms = try configuration.terms(request, record.approval)
    terms.scope = try present(try narrowed(request.form.value("scope"), record.scope), client)
    terms.isRefreshable = rotates(for: client)
    // OpenID Connect Core §12.2: the ID token has the time of the sign-in, and should have no
    // nonce.
    let made = try await tokenIssuer.makeTokens(for: record.approval, to: request, terms, now: now)
    switch try await replace(record, by: made.records, spending: terms.isRefreshable, at: now) {
    case .rotated:
      logger.info("A token was refreshed", metadata: ["client_id": "\(client.id)", "grant": "\(record.grant)"])
      return made.answer
    case .alreadySpent(let spent) where isWithinLeeway(now, after: spent):
      // The same approval gets one more successor. The store rejects it if the grant was revoked in
      // the meantime.
      guard try await tokens.save(made.records) else { throw Refusal.invalidGrant(Self.unusable) }
      logger.notice(
        "A spent refresh token was used again within the leeway",
        metadata: ["client_id": "\(client.id)", "grant": "\(record.grant)"])
      return made.answer
    case .alreadySpent:
      try await revocation.end(record.grant, because: "a refresh token was used again")
      throw Refusal.invalidGrant(Self.unusable)
    case .unknown:
      throw Refusal.invalidGrant(Self.unusable)
    }
  }

  /// Saves the new tokens, and spends the refresh token if it rotates.
  /// - Parameter isSpent: Whether the refresh token becomes invalid.
  private func replace(
    _ token: IssuedToken, by others: [IssuedToken], spending isSpent: Bool, at now: Date
  ) async throws -> Rotation {
    guard !isSpent else { return try await tokens.rotate(token.hash, to: others, at: now) }
    // The token may have been spent before the client began to follow FAPI 2.0.
    if let spent = token.spent { return .alreadySpent(at: spent) }
    return try await tokens.save(others) ? .rotated : .unknown
  }

  /// Returns whether a client's refresh tokens are valid only once.
  ///
  /// Refresh tokens of clients that follow FAPI 2.0 don't rotate (FAPI 2.0 Security Profile
  /// §5.3.2.1). Such a client authenticates with a key each time, so a stolen token is useless, and
  /// a lost response doesn't sign the user out.
  private func rotates(for client: RegisteredClient) -> Bool { !client.settings.followsFAPI2 }

  private static let unusable =
    "the refresh token is unknown, expired, already used, revoked, or belongs to another client"

  /// Returns whether a spent token may be used once more.
  ///
  /// The clocks of several servers may differ, so `spent` may be in the future. It may differ by at
  /// most the leeway; otherwise a clock that was set back would allow reuse for hours.
  private func isWithinLeeway(_ now: Date, after spent: Date) -> Bool {
    abs(now.timeIntervalSince(spent)) < configuration.lifetimes.refreshTokenLeeway / .seconds(1)
  }

  /// Returns the granted scope tokens that the client may still have. The operator may have removed
  /// some since the approval.
  private func present(_ granted: Scope, _ client: RegisteredClient) throws -> Scope {
    guard !granted.isSubset(of: client.scope) || !granted.isSubset(of: configuration.scopes) else { return granted }
    let left = try Scope(granted.tokens.filter { client.scope.contains($0) && configuration.scopes.contains($0) })
    guard !left.isEmpty else {
      throw Refusal(.invalidScope, "none of the granted scopes is still allowed for this client")
    }
    return left
  }

  /// Returns the scope of the access token: the granted scope, or the requested part of it (RFC
  /// 6749 §6).
  private func narrowed(_ text: String?, _ granted: Scope) throws -> Scope {
    guard let text else { return granted }
    guard let scope = try? Scope(parameter: text), scope.isSubset(of: granted) else {
      throw Refusal(.invalidScope, "scope has a token that was not granted")
    }
    return scope
  }
}

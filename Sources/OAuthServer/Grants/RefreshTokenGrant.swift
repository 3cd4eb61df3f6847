#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore

/// The refresh token grant (RFC 6749 §6). Most clients get a new refresh token each time (RFC 9700 §4.14.2).
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
    // OpenID Connect Core §12.2: the ID token has the time of the sign-in, and should have no nonce.
    let made = try await tokenIssuer.makeTokens(for: record.approval, to: request, terms, now: now)
    switch try await replace(record, by: made.records, spending: terms.isRefreshable, at: now) {
    case .rotated:
      logger.info("A token was refreshed", metadata: ["client_id": "\(client.id)", "grant": "\(record.grant)"])
      return made.answer
    case .alreadySpent(let spent) where isWithinLeeway(now, after: spent):
      // The same approval gets one more successor. The store refuses it if the grant ended meanwhile.
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

  /// - Parameter isSpent: whether the refresh token is good no longer.
  private func replace(
    _ token: IssuedToken, by others: [IssuedToken], spending isSpent: Bool, at now: Date
  ) async throws -> Rotation {
    guard !isSpent else { return try await tokens.rotate(token.hash, to: others, at: now) }
    // It may have been spent when the client didn't follow FAPI 2.0 yet.
    if let spent = token.spent { return .alreadySpent(at: spent) }
    return try await tokens.save(others) ? .rotated : .unknown
  }

  /// Whether a refresh token is good for one time only. Those of clients that follow FAPI 2.0 stay as they are (FAPI 2.0 Security Profile
  /// §5.3.2.1): the client proves who it is with a key each time, so that a thief can do nothing with them, and an answer
  /// that got lost costs nobody a sign-in.
  private func rotates(for client: RegisteredClient) -> Bool { !client.settings.followsFAPI2 }

  private static let unusable = "the refresh token is unknown, expired, spent, revoked, or another client's"

  /// Whether so little time has passed since a token was spent that its next use is forgiven. Clocks of several servers may
  /// differ, so that the moment can be ahead; not by more than the leeway, or a clock set back would forgive for hours.
  private func isWithinLeeway(_ now: Date, after spent: Date) -> Bool {
    abs(now.timeIntervalSince(spent)) < configuration.lifetimes.refreshTokenLeeway / .seconds(1)
  }

  /// What of it the client may still have: an operator can have taken something away since the person allowed it.
  private func present(_ granted: Scope, _ client: RegisteredClient) throws -> Scope {
    guard !granted.isSubset(of: client.scope) || !granted.isSubset(of: configuration.scopes) else { return granted }
    let left = try Scope(granted.tokens.filter { client.scope.contains($0) && configuration.scopes.contains($0) })
    guard !left.isEmpty else {
      throw Refusal(.invalidScope, "this client may have nothing any more of what was granted")
    }
    return left
  }

  /// What the access token gets: all that was granted, or the part of it that was asked for (RFC 6749 §6).
  private func narrowed(_ text: String?, _ granted: Scope) throws -> Scope {
    guard let text else { return granted }
    guard let scope = try? Scope(parameter: text), scope.isSubset(of: granted) else {
      throw Refusal(.invalidScope, "scope has a token that was not granted")
    }
    return scope
  }
}

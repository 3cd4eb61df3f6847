internal import FoundationBasics
internal import Logging
internal import OAuthCore

/// The refresh token grant (RFC 6749 §6). Most clients get a new refresh token with every refresh
/// (RFC 9700 §4.14.2).
struct RefreshTokenGrant: TokenGrant, AnnouncedGrant, ServerPart {
  let core: ServerCore
  let tokens: any TokenOperations
  let revocation: GrantRevocation

  let type = GrantType.refreshToken
  let parameters = ["refresh_token"]
  let metadata = TokenAnswer.refreshTokenEndMetadata

  func redeem(_ request: TokenRequest, issuing tokenIssuer: TokenIssuer) async throws -> TokenAnswer {
    let client = request.client
    guard let token = request.parameter("refresh_token").map(Secret.init) else {
      throw Refusal(.invalidRequest, "refresh_token is missing")
    }
    let hash = SecretHash(ofToken: token)
    let now = clock.now()
    guard let record = try await tokens.token(hash), record.kind == .refresh, record.clientID == client.id,
      now < record.expires
    else { throw Refusal.invalidGrant(Self.unusable) }
    try request.checkKey(record.details.confirmation, exactly: client.kind == .public)
    try await revocation.checkUser(record.subject, of: record.grant, for: client)
    var terms = try configuration.terms(request, record.approval)
    terms.scope = try present(try narrowed(request.parameter("scope"), record.scope), client)
    terms.isRefreshable = client.rotatesRefreshTokens
    // OpenID Connect Core §12.2: the ID token has the time of the sign-in, and should have no
    // nonce.
    var newTokens = try await tokenIssuer.makeTokens(for: record.approval, to: request, terms, now: now)
    if !terms.isRefreshable { newTokens.answer.setRefreshTokenEnd(record.expires, now: now, of: client) }
    let successor = newTokens.answer.members["refresh_token"]?.string.map(Secret.init)
    let use = RefreshTokenUse(
      token: hash, successors: newTokens.records,
      // Without a leeway there is no second use that needs it.
      sealedSuccessor: configuration.lifetimes.refreshTokenLeeway == .zero
        ? nil : try successor.map { try SealedSuccessor($0, replacing: token, request.secrets.random).bytes },
      moment: now, leeway: configuration.lifetimes.refreshTokenLeeway, isSpending: terms.isRefreshable,
      refusedUntil: revocation.refusedUntil)
    let metadata: Logger.Metadata = ["client_id": "\(client.id)", "grant": "\(record.grant)"]
    switch try await tokens.refresh(use, request: request.key) {
    case .refreshed:
      logger.info("A token was refreshed", metadata: metadata)
      return newTokens.answer
    case .spentBefore:
      logger.notice("A spent refresh token was used again within the leeway", metadata: metadata)
      return try await answer(to: use, of: token, with: newTokens, for: request)
    case .usedAgain:
      revocation.log(
        record.grant, of: record.subject, at: record.clientID, because: "a refresh token was used again")
      throw Refusal.invalidGrant(Self.unusable)
    case .refused:
      throw Refusal.invalidGrant(Self.unusable)
    }
  }

  /// The most successors of a spent token that are followed.
  private static let longestChain = 16

  /// Answers a second use within the leeway: with the refresh token that has replaced the spent one,
  /// and a new access token.
  ///
  /// So a grant never has two refresh tokens. If a thief uses the spent token, client and thief have
  /// the same successor, and the second use of that one ends the grant.
  ///
  /// A successor that is bound to a key that this request doesn't prove was issued to another party:
  /// the grant ends (RFC 9700 §4.14.2). The client would otherwise be signed out by its next
  /// refresh, and the grant left to a thief who used the spent token with a key of his own.
  private func answer(
    to use: RefreshTokenUse, of token: Secret, with newTokens: NewTokens, for request: TokenRequest
  ) async throws -> TokenAnswer {
    let client = request.client
    var token = token
    for length in 0..<Self.longestChain {
      guard let record = try await tokens.token(SecretHash(ofToken: token)) else {
        // A database that lost its last transactions in a failover may have the spent token only.
        guard length > 0, try await tokens.token(use.token) != nil else { break }
        throw ServerDatabaseError.lostSuccessor
      }
      guard length > 0 || record.spentAt != nil else { throw ServerDatabaseError.lostSuccessor }
      guard request.provesKey(record.details.confirmation, exactly: client.kind == .public) else {
        try await revocation.end(
          record.grant, of: record.subject, at: record.clientID,
          because: "a refresh token was used again, without the key that its successor is bound to")
        break
      }
      var records = newTokens.records
      var answer = newTokens.answer
      if let spentAt = record.spentAt {
        guard use.isWithinLeeway(spentAt) else {
          try await revocation.end(
            record.grant, of: record.subject, at: record.clientID, because: "a refresh token was used again")
          break
        }
        if let sealedToken = record.sealedSuccessor {
          guard let successor = SealedSuccessor(bytes: sealedToken).open(with: token) else { break }
          token = successor
          continue
        }
        // An older version has spent the token and saved no successor, or the client got none.
      } else {
        records.removeAll { $0.kind == .refresh }
        answer.members["refresh_token"] = .string(token.reveal())
        answer.setRefreshTokenEnd(record.expires, now: use.moment, of: client)
      }
      guard try await tokens.save(records) else { break }
      return answer
    }
    throw Refusal.invalidGrant(Self.unusable)
  }

  private static let unusable =
    "the refresh token is unknown, expired, already used, revoked, or belongs to another client"

  /// Returns the granted scope tokens that the client may still have. The operator may have removed
  /// some since the approval.
  private func present(_ grantedScope: Scope, _ client: RegisteredClient) throws -> Scope {
    guard !grantedScope.isSubset(of: client.scope) || !grantedScope.isSubset(of: configuration.scopes) else {
      return grantedScope
    }
    let remainder = try Scope(
      grantedScope.tokens.filter { client.scope.contains($0) && configuration.scopes.contains($0) })
    guard !remainder.isEmpty else {
      throw Refusal(.invalidScope, "none of the granted scopes is still allowed for this client")
    }
    return remainder
  }

  /// Returns the scope of the access token: the granted scope, or the requested part of it (RFC
  /// 6749 §6).
  private func narrowed(_ text: String?, _ grantedScope: Scope) throws -> Scope {
    guard let text else { return grantedScope }
    guard let scope = try? Scope(parameter: text), scope.isSubset(of: grantedScope) else {
      throw Refusal(.invalidScope, "scope has a token that was not granted")
    }
    return scope
  }
}

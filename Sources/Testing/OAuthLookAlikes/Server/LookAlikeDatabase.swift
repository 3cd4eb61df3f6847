internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// An in-memory database with the provider's lifetimes and its rules for refresh tokens.
final class LookAlikeDatabase: ServerDatabaseWrapper {
  let base: any ServerDatabase
  private let rules: [String: ProviderTokenRules]
  private let clock: WallClock
  /// The access tokens of each grant that may still be valid.
  private let accessTokens = Mutex<[GrantID: [SecretHash]]>([:])
  /// The grants of each client since the last call of ``endAll(of:)`` for it.
  private let grants = Mutex<[String: Set<GrantID>]>([:])

  /// - Parameter rules: The token rules of each client, by client ID.
  init(rules: [String: ProviderTokenRules], clock: WallClock) {
    base = InMemoryServerDatabase(clock: clock)
    self.rules = rules
    self.clock = clock
  }

  func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    let tokens = tokens.map { timed($0) }
    let redemption = try await base.redeemAuthorizationCode(
      hash, for: tokens, at: moment, refusingUntil: until, request: request)
    if redemption == .redeemed { remember(tokens) }
    return redemption
  }

  func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion {
    let tokens = tokens.map { timed($0) }
    let completion = try await base.completeDeviceAuthorization(
      deviceCode, with: tokens, signIn: signIn, request: request)
    if completion == .completed { remember(tokens) }
    return completion
  }

  func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let tokens = tokens.map { timed($0) }
    guard try await base.save(tokens) else { return false }
    remember(tokens)
    return true
  }

  func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome {
    guard let old = try await base.token(use.token), let rules = rules[old.clientID] else { return .refused }
    var successors = use.successors.map { timed($0) }
    switch rules.refreshing {
    case .keeps: successors.removeAll { $0.kind == .refresh }
    case .replacesUntilFirstEnd:
      successors = successors.map { $0.kind == .refresh ? $0.ending(at: old.expires) : $0 }
    case .replacesAll: break
    }
    let outcome = try await base.refresh(
      RefreshTokenUse(
        token: use.token, successors: successors, sealedSuccessor: use.sealedSuccessor, moment: use.moment,
        leeway: use.leeway, isSpending: rules.refreshing != .keeps, refusedUntil: use.refusedUntil), request: request)
    guard outcome == .refreshed else { return outcome }
    if rules.refreshing == .replacesAll {
      for hash in accessTokens.withLock({ $0.removeValue(forKey: old.grant) }) ?? [] {
        try await base.revokeAccessToken(hash)
      }
    }
    remember(successors)
    return outcome
  }

  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    accessTokens.withLock { $0[grant] = nil }
    try await base.revoke(grant, refusingUntil: until)
  }

  /// Revokes every grant of the user to one client, from all sign-ins.
  func endAll(of client: String) async throws {
    let until = clock.now().addingTimeInterval(3_600)
    for grant in grants.withLock({ $0.removeValue(forKey: client) }) ?? [] {
      try await revoke(grant, refusingUntil: until)
    }
  }

  private func remember(_ tokens: [IssuedToken]) {
    grants.withLock { all in
      for token in tokens { all[token.clientID, default: []].insert(token.grant) }
    }
    accessTokens.withLock { all in
      for token in tokens where token.kind == .access && rules[token.clientID]?.refreshing == .replacesAll {
        all[token.grant, default: []].append(token.hash)
      }
    }
  }

  /// Returns the token with the lifetime that the client's rules set.
  private func timed(_ token: IssuedToken) -> IssuedToken {
    guard let rules = rules[token.clientID] else { return token }
    let life = token.kind == .access ? rules.access : rules.refresh
    guard let life else { return token.ending(at: .distantFuture) }
    return token.ending(at: clock.now().addingTimeInterval(life / .seconds(1)))
  }
}

extension IssuedToken {
  fileprivate func ending(at moment: Date) -> IssuedToken {
    IssuedToken(
      hash: hash, kind: kind, grant: grant, clientID: clientID, subject: subject, scope: scope, expires: moment,
      details: details)
  }
}

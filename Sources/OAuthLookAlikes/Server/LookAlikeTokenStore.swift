#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import OAuthServer
internal import Synchronization

/// An in-memory token store with the provider's lifetimes and its rules for refresh tokens.
final class LookAlikeTokenStore: IssuedTokenStore {
  private let kept: InMemoryIssuedTokenStore
  private let rules: [String: TokenRules]
  private let clock: WallClock
  /// The access tokens of each grant that may still be valid.
  private let accessTokens = Mutex<[GrantID: [SecretHash]]>([:])
  /// The grants of each client since the last call of ``endAll(of:)`` for it.
  private let grants = Mutex<[String: Set<GrantID>]>([:])

  /// - Parameter rules: The token rules of each client, by client ID.
  init(rules: [String: TokenRules], clock: WallClock) {
    kept = InMemoryIssuedTokenStore(clock: clock)
    self.rules = rules
    self.clock = clock
  }

  func save(_ tokens: [IssuedToken]) async throws -> Bool {
    let tokens = tokens.map { timed($0) }
    guard try await kept.save(tokens) else { return false }
    remember(tokens)
    return true
  }

  func find(_ hash: SecretHash) async throws -> IssuedToken? {
    try await kept.find(hash)
  }

  func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation {
    guard let old = try await kept.find(spent), old.kind == .refresh, let rules = rules[old.clientID] else {
      return .unknown
    }
    let tokens = tokens.map { timed($0) }
    switch rules.refreshing {
    case .keeps:
      return try await save(tokens.filter { $0.kind == .access }) ? .rotated : .unknown
    case .replacesUntilFirstEnd:
      return try await kept.rotate(
        spent, to: tokens.map { $0.kind == .refresh ? $0.ending(at: old.expires) : $0 }, at: moment)
    case .replacesAll:
      let rotation = try await kept.rotate(spent, to: tokens, at: moment)
      guard rotation == .rotated else { return rotation }
      for hash in accessTokens.withLock({ $0.removeValue(forKey: old.grant) }) ?? [] { try await kept.delete(hash) }
      remember(tokens)
      return rotation
    }
  }

  func delete(_ hash: SecretHash) async throws {
    try await kept.delete(hash)
  }

  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {
    accessTokens.withLock { $0[grant] = nil }
    try await kept.revoke(grant, refusingUntil: until)
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

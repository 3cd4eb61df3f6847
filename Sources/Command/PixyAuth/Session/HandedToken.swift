internal import ArgumentParser
package import FoundationBasics
internal import JOSE
internal import OAuth
package import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// A token for another program.
package struct HandedToken {
  /// The kind of an account's token.
  package enum Kind: String, ExpressibleByArgument, CaseIterable {
    case id
    case access
  }

  package let token: Secret
  /// The expiry time, if it is known.
  package let expiresAt: Date?

  /// The time for which an ID token must stay valid at least, because the program has still to send
  /// it.
  private static let margin = Duration.seconds(60)

  /// Returns a token of an account, refreshed if necessary.
  ///
  /// - Parameters:
  ///   - kind: The kind of token.
  ///   - session: The account's session.
  ///   - directory: The store of the account's tokens.
  ///   - need: The time for which the token must stay valid, a minute or more for an ID token.
  ///     Default: 0.
  ///   - clock: The wall clock. Default: the system's.
  /// - Throws: ``SignInNeeded``, also if there is no ID token; ``HelperTokenError``; the error of
  ///   the refresh.
  package static func get(
    _ kind: Kind, of session: AccountSession, in directory: AccountDirectory, validFor need: Duration = .zero,
    clock: WallClock = .system
  ) async throws -> HandedToken {
    switch kind {
    case .access: try await access(session, directory, need)
    case .id: try await id(session, directory, max(need, margin), clock)
    }
  }

  private static func access(
    _ session: AccountSession, _ directory: AccountDirectory, _ need: Duration
  ) async throws -> HandedToken {
    // Another program could not sign requests with the token's key (RFC 9449).
    guard session.storedAccount.tokens.tokenType != .dpop else {
      throw HelperTokenError.bound(session.storedAccount.account)
    }
    let token = try await session.accessToken(validFor: need)
    let storedAccount = session.storedAccount
    let tokens =
      storedAccount.tokens.accessToken == token
      ? storedAccount.tokens : try await directory.store.tokens(for: storedAccount.account)
    guard tokens?.tokenType != .dpop else { throw HelperTokenError.bound(storedAccount.account) }
    // Another process may have refreshed meanwhile. Its token's expiry time isn't this token's.
    return HandedToken(token: token, expiresAt: tokens?.accessToken == token ? tokens?.expiresAt : nil)
  }

  private static func id(
    _ session: AccountSession, _ directory: AccountDirectory, _ need: Duration, _ clock: WallClock
  ) async throws -> HandedToken {
    let storedAccount = session.storedAccount
    guard let first = HandedToken(idTokenIn: storedAccount.tokens) else {
      throw SignInNeeded(
        .unusable(
          storedAccount.account,
          "There is no ID token: the scope openid was not requested, or the server issues none."),
        command: storedAccount.record.asking(for: "openid").loginCommand)
    }
    if first.isGood(for: need, at: clock.now()) { return first }
    if storedAccount.tokens.additionalMembers[notRenewed] != true {
      _ = try await session.refreshed()
      if let tokens = try await directory.store.tokens(for: storedAccount.account),
        let second = HandedToken(idTokenIn: tokens),
        second.isGood(for: margin, at: clock.now())
      {
        // The server's ID tokens may live shorter than the program wants.
        return second
      }
      try await remember(notRenewed, of: storedAccount.account, in: directory.store)
    }
    if first.isGood(for: margin, at: clock.now()) { return first }
    throw SignInNeeded(
      .unusable(storedAccount.account, "The ID token has expired, and the server issues no new one with a refresh."),
      command: storedAccount.record.loginCommand)
  }

  /// The mark of tokens whose server issues no ID token with a refresh. Programs call often, and
  /// each call would refresh in vain.
  private static let notRenewed = "pixy_id_token_not_renewed"

  private static func remember(_ member: String, of account: Account, in store: any TokenStore) async throws {
    try await store.withLock(on: account) {
      guard var tokens = try await store.tokens(for: account) else { return }
      tokens.additionalMembers[member] = true
      try await store.save(tokens, for: account)
    }
  }

  private init(token: Secret, expiresAt: Date?) {
    self.token = token
    self.expiresAt = expiresAt
  }

  /// Takes the ID token as the server issued it. It was verified at the sign-in or at the refresh,
  /// and the receiving program verifies it again.
  private init?(idTokenIn tokens: StoredTokens) {
    guard let text = tokens.additionalMembers["id_token"]?.string,
      let payload = try? JSONWebSignature(compact: text).unverifiedPayload,
      let claims = (try? JSONValue(bytes: payload))?.object
    else { return nil }
    token = Secret(text)
    expiresAt = try? JWTClaims(unverified: claims).time("exp")
  }

  private func isGood(for need: Duration, at now: Date) -> Bool {
    // Every ID token has an expiry time (OpenID Connect Core §2).
    expiresAt.map { $0.timeIntervalSince(now) > TimeInterval(need.components.seconds) } ?? false
  }
}

extension AccountRecord {
  /// Returns the same record with an additional scope.
  package func asking(for word: String) -> AccountRecord {
    var record = self
    if let wider = try? Scope(parameter: scope.isEmpty ? word : "\(word) \(scope.parameter)") { record.scope = wider }
    return record
  }

  /// Returns the same record with a request for these claims.
  package func asking(for claims: ClaimNames) -> AccountRecord {
    var record = self
    if let option = options.firstIndex(of: "--claims"), option + 1 < options.count {
      record.options.removeSubrange(option...option + 1)
    }
    record.options += ["--claims", claims.argument]
    return record
  }
}

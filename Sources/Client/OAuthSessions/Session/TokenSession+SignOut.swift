internal import FoundationBasics
internal import Logging
internal import OAuth
internal import OAuthCore
package import TokenStorage

extension TokenSession {
  /// Signs the user out: revokes the tokens at the server (RFC 7009), then deletes them, even if
  /// the server couldn't be reached.
  ///
  /// The call waits for a refresh that is running, so that the refresh can't store tokens
  /// afterwards.
  ///
  /// Both tokens are sent, whatever the server answers to the first one.
  ///
  /// - Returns: Whether the server revoked the tokens. If it didn't, they stay valid until they
  ///   expire. Report this to the user.
  /// - Throws: ``TokenSessionError/storage(_:)`` if the store couldn't delete the tokens, which are
  ///   then still stored; `CancellationError` if the task was cancelled before anything was done.
  @discardableResult
  public func signOut() async throws -> SignOutOutcome {
    try await signOut { _ in nil }
  }

  /// Signs the user out at a server that revokes tokens in its own way.
  ///
  /// - Parameter own: Revokes the given tokens, which are the newest ones. If it returns `nil`,
  ///   they are revoked as RFC 7009 specifies.
  package func signOut(
    by own: @escaping @Sendable (StoredTokens) async -> SignOutOutcome?
  ) async throws -> SignOutOutcome {
    do {
      let outcome = try await store.withLock(on: account) { try await self.signOutWithLock(own) }
      signIns += 1
      if case .nothingToRevoke = outcome {
        discard(.signedOut, reports: false)
      } else {
        discard(.signedOut, reports: true)
      }
      return outcome
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func signOutWithLock(
    _ own: @Sendable (StoredTokens) async -> SignOutOutcome?
  ) async throws -> SignOutOutcome {
    let outcome: SignOutOutcome
    do {
      // The tokens that the server issued last, stored or not, unless another sign-in replaced
      // them.
      let storedTokens = try await store.tokens(for: account)
      let isNewest = storedTokens == nil || storedTokens?.refreshToken == unstoredTokens?.replacedToken
      if let tokens = (isNewest ? unstoredTokens?.tokens : nil) ?? storedTokens {
        if let ownOutcome = await own(tokens) { outcome = ownOutcome } else { outcome = await revoke(tokens) }
      } else {
        outcome = .nothingToRevoke
      }
    } catch {
      // Tokens that can't be read can't be revoked, but they can be deleted.
      outcome = .deletedOnly(error)
    }
    try await store.delete(account)
    return outcome
  }

  /// Revokes both tokens, whatever the server answers to the first one. RFC 7009 §2.1: revoking a
  /// refresh token should revoke its access tokens too, but not every server does it.
  private func revoke(_ tokens: StoredTokens) async -> SignOutOutcome {
    var refreshFailure: (any Error)?
    if let refreshToken = tokens.refreshToken { refreshFailure = await failure(of: refreshToken, .refreshToken) }
    let isOffline = refreshFailure.map { ErrorCategory(of: $0) == .offline } ?? false
    let accessFailure = isOffline ? nil : await failure(of: tokens.accessToken, .accessToken)
    if let failure = refreshFailure ?? (tokens.refreshToken == nil ? accessFailure : nil) {
      client.logger.info("tokens deleted on this machine, but not revoked at the server")
      return .deletedOnly(failure)
    }
    guard let accessFailure else { return .revoked }
    let remaining = tokens.expiresAt.map { end in
      Duration.seconds(Int64(end.timeIntervalSince(client.clock.now()).rounded(.up)))
    }
    guard remaining ?? .seconds(1) > .zero else { return .revoked }
    client.logger.info("the refresh token was revoked, the access token was not")
    return .accessTokenLeft(AccessTokenLeft(remaining: remaining, cause: accessFailure))
  }

  /// Revokes a token, and returns the error if the server didn't.
  ///
  /// A token that has ended already should be answered with status 200 (RFC 7009 §2.2). Google
  /// answers 400 and `invalid_token`, even for an access token whose refresh token was just
  /// revoked. With status 401 the same error is about the client (RFC 6750 §3.1).
  private func failure(of token: Secret, _ hint: TokenTypeHint) async -> (any Error)? {
    do {
      try await client.revoke(token, hint: hint)
      return nil
    } catch {
      return (error as? EndpointError)?.isRefusal(.invalidToken, status: 400) == true ? nil : error
    }
  }
}

extension EndpointError {
  func isRefusal(_ code: ErrorCode, status expectedStatus: Int? = nil) -> Bool {
    guard case .refused(let response, let status) = problem else { return false }
    return response.error == code && (expectedStatus == nil || status == expectedStatus)
  }
}

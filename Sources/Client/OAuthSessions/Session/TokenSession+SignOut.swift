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

  private func revoke(_ tokens: StoredTokens) async -> SignOutOutcome {
    do {
      if let refreshToken = tokens.refreshToken { try await end(refreshToken, .refreshToken) }
      do {
        // RFC 7009 §2.1: revoking a refresh token should revoke its access tokens too, but not
        // every server does it.
        try await end(tokens.accessToken, .accessToken)
      } catch let error as EndpointError where tokens.refreshToken != nil && error.isRefusal(.unsupportedTokenType) {
        // RFC 7009 §2.2.1: the server doesn't revoke access tokens. The grant has ended
        // nevertheless.
      }
      return .revoked
    } catch {
      client.logger.info("tokens deleted on this machine, but not revoked at the server")
      return .deletedOnly(error)
    }
  }

  /// Revokes a token.
  ///
  /// A token that has ended already should be answered with status 200 (RFC 7009 §2.2). Google
  /// answers 400 and `invalid_token`, even for an access token whose refresh token was just
  /// revoked. With status 401 the same error is about the client (RFC 6750 §3.1).
  private func end(_ token: Secret, _ hint: TokenTypeHint) async throws {
    do {
      try await client.revoke(token, hint: hint)
    } catch let error as EndpointError where error.isRefusal(.invalidToken, status: 400) {}
  }
}

extension EndpointError {
  fileprivate func isRefusal(_ code: ErrorCode, status expectedStatus: Int? = nil) -> Bool {
    guard case .refused(let response, let status) = problem else { return false }
    return response.error == code && (expectedStatus == nil || status == expectedStatus)
  }
}

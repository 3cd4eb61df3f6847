internal import Logging
internal import OAuthCore
package import TokenStorage

extension TokenSession {
  /// Signs the person out: has the server end the tokens (RFC 7009), then deletes them, also if the server couldn't be reached.
  ///
  /// A refresh that is under way is waited for, so that it can't bring tokens back.
  ///
  /// - Returns: whether the server ended them. If it didn't, they live on there until they expire: tell the person.
  /// - Throws: ``TokenSessionError/storage(_:)`` if the store couldn't delete them: they are there still; `CancellationError` if the
  ///   task was cancelled before anything was done.
  @discardableResult
  public func signOut() async throws -> SignOutOutcome {
    try await signOut { _ in nil }
  }

  /// The same at a server that ends tokens in a way of its own.
  ///
  /// - Parameter own: has the server end these tokens, which are the newest; `nil` from it means that it is done as RFC 7009 says.
  package func signOut(
    by own: @escaping @Sendable (StoredTokens) async -> SignOutOutcome?
  ) async throws -> SignOutOutcome {
    do {
      let outcome = try await store.withLock(on: account) { try await self.signOutWithLock(own) }
      signIns += 1
      if case .nothingToRevoke = outcome { forget(.signedOut, tells: false) } else { forget(.signedOut, tells: true) }
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
      // What the server gave last, stored or not, unless somebody signed in since.
      let stored = try await store.tokens(for: account)
      let isNewest = stored == nil || stored?.refreshToken == unstored?.replaced
      if let tokens = (isNewest ? unstored?.tokens : nil) ?? stored {
        if let ended = await own(tokens) { outcome = ended } else { outcome = await revoke(tokens) }
      } else {
        outcome = .nothingToRevoke
      }
    } catch {
      // They can't be read, so they can't be revoked; they can be deleted.
      outcome = .deletedOnly(error)
    }
    try await store.delete(account)
    return outcome
  }

  private func revoke(_ tokens: StoredTokens) async -> SignOutOutcome {
    do {
      if let refreshToken = tokens.refreshToken { try await end(refreshToken, .refreshToken) }
      do {
        // RFC 7009 §2.1: the end of a refresh token should end its access tokens too, which not every server sees to.
        try await end(tokens.accessToken, .accessToken)
      } catch let error as EndpointError where tokens.refreshToken != nil && error.isRefusal(.unsupportedTokenType) {
        // §2.2.1: the server doesn't revoke access tokens. What was approved is ended all the same.
      }
      return .revoked
    } catch {
      client.logger.info("tokens are deleted here, and not revoked at the server")
      return .deletedOnly(error)
    }
  }

  /// Revokes a token. §2.2 wants status 200 for one that has ended already, but Google answers 400 and `invalid_token`: to an access
  /// token, too, whose refresh token was just revoked. With 401 the word is about who asks (RFC 6750 §3.1).
  private func end(_ token: Secret, _ hint: TokenTypeHint) async throws {
    do {
      try await client.revoke(token, hint: hint)
    } catch let error as EndpointError where error.isRefusal(.invalidToken, status: 400) {}
  }
}

extension EndpointError {
  fileprivate func isRefusal(_ code: ErrorCode, status wanted: Int? = nil) -> Bool {
    guard case .refused(let response, let status) = problem else { return false }
    return response.error == code && (wanted == nil || status == wanted)
  }
}

internal import Logging
internal import OAuthCore
internal import TokenStorage

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
    do {
      let outcome = try await store.withLock(on: account) { try await self.signOutWithLock() }
      signIns += 1
      if case .nothingToRevoke = outcome { forget(.signedOut, tells: false) } else { forget(.signedOut, tells: true) }
      return outcome
    } catch let error as TokenStoreError {
      throw TokenSessionError.storage(error)
    }
  }

  private func signOutWithLock() async throws -> SignOutOutcome {
    let outcome: SignOutOutcome
    do {
      // What the server gave last, stored or not, unless somebody signed in since.
      let stored = try await store.tokens(for: account)
      let isNewest = stored == nil || stored?.refreshToken == unstored?.replaced
      if let tokens = (isNewest ? unstored?.tokens : nil) ?? stored {
        outcome = await revoke(tokens)
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
      if let refreshToken = tokens.refreshToken { try await client.revoke(refreshToken, hint: .refreshToken) }
      do {
        // RFC 7009 §2.1: the end of a refresh token should end its access tokens too, which not every server sees to.
        try await client.revoke(tokens.accessToken, hint: .accessToken)
      } catch let error as EndpointError where tokens.refreshToken != nil && error.leavesNothingToEnd {
        // §2.2.1: the server doesn't revoke access tokens. What was approved is ended all the same. And Google refuses the
        // access token that just ended with its refresh token, where §2.2 asks for status 200.
      }
      return .revoked
    } catch {
      client.logger.info("tokens are deleted here, and not revoked at the server")
      return .deletedOnly(error)
    }
  }
}

extension EndpointError {
  fileprivate var leavesNothingToEnd: Bool {
    guard case .refused(let response, _) = problem else { return false }
    return response.error == .unsupportedTokenType || response.error == .invalidToken
  }
}

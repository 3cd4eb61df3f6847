internal import Logging
internal import OAuth
internal import OAuthCore
internal import TokenStorage

extension TokenSession {
  /// Returns tokens that satisfy `need`: from memory, from the store, or new ones from the server.
  ///
  /// - Throws: ``TokenSessionError``; `CancellationError`.
  func renewed(for need: TokenNeed) async throws -> HeldTokens {
    while true {
      try Task.checkCancellation()
      guard ends == need.ends else { throw TokenSessionError.signedOut(account) }
      if let heldTokens = fresh(for: need) { return heldTokens }
      // The server failed a moment ago, and the present token still works.
      if let backoff, monotonic.now() < backoff.end, let heldTokens = usable(for: need) { return heldTokens }
      let isOwn = self.renewal == nil
      let running = self.renewal ?? beginRenewal(need)
      do {
        let renewal = try await running.value()
        // Another caller's renewal may have needed less. Tokens that came from the server just now
        // can't be improved.
        if ends == need.ends, isOwn || renewal.isNew || isEnough(renewal.heldTokens, need) { return renewal.heldTokens }
      } catch let error as TokenSessionError {
        // After a failure the present token may still be usable. After the end of the session none
        // is left.
        if let heldTokens = usable(for: need, after: error) { return heldTokens }
        throw error
      }
    }
  }

  /// Whether a renewal is running.
  package var isRenewing: Bool { renewal != nil }

  private func beginRenewal(_ need: TokenNeed) -> SharedTask<Renewal> {
    let renewal = SharedTask { try await self.renew(for: need) }
    self.renewal = renewal
    return renewal
  }

  /// Renews the tokens. One renewal runs at a time, in a task of its own that is never cancelled.
  private func renew(for need: TokenNeed) async throws -> Renewal {
    defer { renewal = nil }
    while true {
      let began = signIns
      do {
        let renewal = try await findOrRefresh(need)
        // A sign-in or sign-out replaced these tokens meanwhile.
        guard signIns == began else { continue }
        backoff = nil
        hold(renewal.heldTokens, isChange: renewal.isNew)
        return renewal
      } catch {
        guard signIns == began else { continue }
        let error = sessionError(error)
        switch error {
        case .signedOut: discard(.signedOut, reports: false)
        case .ended(let response): discard(.ended(response), reports: true)
        case .temporary(let cause, let wait): backOff(after: cause, wait)
        case .refused(let cause), .unacceptable(let cause): backOff(after: cause, nil)
        default: break
        }
        client.logger.info("no new access token", metadata: ["reason": "\(error.code)"])
        throw error
      }
    }
  }

  /// Begins a pause before the next request.
  ///
  /// A pause that the server asks for replaces one of our own. Otherwise a pause that hasn't ended
  /// isn't prolonged.
  private func backOff(after cause: any Error, _ wait: Duration?) {
    let now = monotonic.now()
    if let backoff, now < backoff.end, wait == nil || backoff.isServers { return }
    backoff = RefreshBackoff(after: cause, wait: wait, previous: backoff, now: now)
  }

  /// Returns the store's tokens if they satisfy `need`. Otherwise takes the account's lock and
  /// refreshes.
  private func findOrRefresh(_ need: TokenNeed) async throws -> Renewal {
    if unstoredTokens == nil {
      guard let storedTokens = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      let heldTokens = try held(storedTokens)
      if isEnough(heldTokens, need) { return Renewal(heldTokens: heldTokens, isNew: false) }
      if let outside { return try await renew(heldTokens, for: need, by: outside) }
    }
    return try await time.run {
      try await store.withLock(on: account) { try await self.refreshWithLock(need) }
    }
  }

  /// Reads the store again, because another process may have refreshed before this one got the
  /// lock, and asks the server if necessary.
  private func refreshWithLock(_ need: TokenNeed) async throws -> Renewal {
    guard var storedTokens = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
    if let unstoredTokens, storedTokens.refreshToken == unstoredTokens.replacedToken {
      try await save(unstoredTokens)
      storedTokens = unstoredTokens.tokens
    }
    unstoredTokens = nil
    let heldTokens = try held(storedTokens)
    if isEnough(heldTokens, need) { return Renewal(heldTokens: heldTokens, isNew: false) }
    // The old access token may be usable if no new one is available.
    hold(heldTokens, isChange: false)
    guard let refreshToken = storedTokens.refreshToken else { throw TokenSessionError.noRefreshToken(account) }
    try checkPause()
    return try await refresh(heldTokens, refreshToken, need, mayBeReplaced: true)
  }

  /// - Throws: ``TokenSessionError/temporary(_:retryAfter:)`` while the server's pause lasts.
  func checkPause() throws {
    guard let backoff, backoff.isServers, monotonic.now() < backoff.end else { return }
    throw TokenSessionError.temporary(backoff.cause, retryAfter: (backoff.end - monotonic.now()).roundedUp)
  }

  /// Asks the server and stores the tokens that it issues.
  ///
  /// - Parameter mayBeReplaced: Whether to go on with another refresh token that the store has
  ///   after this one was refused.
  private func refresh(
    _ heldTokens: HeldTokens, _ refreshToken: Secret, _ need: TokenNeed, mayBeReplaced: Bool
  ) async throws -> Renewal {
    // A store that can't be written is found out before the refresh token is spent.
    try await store.prepareSave(for: account)
    let response: TokenResponse
    do {
      response = try await ask(client.with(prover: heldTokens.prover), refreshToken)
    } catch {
      guard let ending = ending(error) else { throw error }
      guard let storedTokens = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      guard let replacement = storedTokens.refreshToken, replacement != refreshToken, mayBeReplaced else {
        try await end(refreshToken, storedTokens)
        throw TokenSessionError.ended(ending)
      }
      // A program that doesn't use the lock was faster.
      let heldTokens = try self.held(storedTokens)
      if isEnough(heldTokens, need) { return Renewal(heldTokens: heldTokens, isNew: false) }
      return try await refresh(heldTokens, replacement, need, mayBeReplaced: false)
    }
    let verifiedResponse = try await verify(response, replacing: heldTokens.tokens, refreshToken)
    let newTokens = UnstoredTokens(
      tokens: heldTokens.tokens.refreshed(by: verifiedResponse), replacedToken: refreshToken)
    try await save(newTokens)
    client.logger.debug("tokens refreshed")
    return Renewal(heldTokens: try self.held(newTokens.tokens), isNew: true)
  }

  /// Verifies the ID token of an answer (OpenID Connect Core §12.2). Returns the answer to store.
  ///
  /// A new refresh token is stored first, beside the old access token: the server has spent the old
  /// refresh token, whatever the verification finds, and the verification may take a request.
  ///
  /// - Throws: ``TokenSessionError/unacceptable(_:)``; ``TokenSessionError/temporary(_:retryAfter:)``
  ///   if the server's keys aren't available.
  private func verify(
    _ response: TokenResponse, replacing old: StoredTokens, _ spentToken: Secret
  ) async throws -> TokenResponse {
    guard let verifier, response.additionalMembers["id_token"] != nil else { return response }
    if let newToken = response.refreshToken, newToken != spentToken {
      var tokens = old
      tokens.replaceRefreshToken(by: response)
      try await save(UnstoredTokens(tokens: tokens, replacedToken: spentToken))
    }
    do {
      return try await verifier.verify(response, continuing: old.additionalMembers["id_token"]?.string.map(Secret.init))
    } catch {
      switch ErrorCategory(of: error) {
      case .temporary, .offline: throw TokenSessionError.temporary(error, retryAfter: nil)
      default: throw TokenSessionError.unacceptable(error)
      }
    }
  }

  /// Sends one request, and another one at once if the answer was lost.
  ///
  /// The server may have spent the refresh token. Servers that accept a second use do so for a
  /// short time only.
  private func ask(_ client: OAuthClient, _ refreshToken: Secret) async throws -> TokenResponse {
    do {
      return try await client.refresh(refreshToken, forgoing: policy.resources)
    } catch {
      guard let outcome = error as? any UncertainOutcome, outcome.mayHaveSucceeded else { throw error }
      client.logger.info("the token endpoint's answer was lost, asking once more")
      do {
        return try await client.refresh(refreshToken, forgoing: policy.resources)
      } catch let second where ErrorCategory(of: second) == .offline {
        // The first request may have succeeded, whatever prevented the second one.
        throw error
      }
    }
  }

  /// Stores new tokens, or holds them in memory for the next call.
  private func save(_ tokens: UnstoredTokens) async throws {
    do {
      try await store.save(tokens.tokens, for: account)
      unstoredTokens = nil
    } catch {
      unstoredTokens = tokens
      throw TokenSessionError.notStored(error)
    }
  }

  /// Deletes tokens whose refresh token the server refused, unless others have replaced them.
  private func end(_ refusedToken: Secret, _ storedTokens: StoredTokens) async throws {
    guard storedTokens.refreshToken == refusedToken else { return }
    do {
      try await store.delete(account)
    } catch {
      // The tokens are useless. The next call is refused again, and tries again to delete them.
      client.logger.warning("ended tokens could not be deleted", metadata: ["reason": "\(error.code)"])
    }
  }
}

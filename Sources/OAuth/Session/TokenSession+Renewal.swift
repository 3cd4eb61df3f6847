internal import Logging
internal import OAuthCore
internal import TokenStorage

extension TokenSession {
  /// Tokens that do for the need: from memory, from the store, or fresh from the server.
  ///
  /// - Throws: ``TokenSessionError``; `CancellationError`.
  func renewed(for need: TokenNeed) async throws -> HeldTokens {
    while true {
      try Task.checkCancellation()
      if let held = fresh(for: need) { return held }
      // The server couldn't answer a moment ago, and what is there still works.
      if let pause, monotonic.now() < pause.end, let held = usable(for: need) { return held }
      let isOwn = flight == nil
      let flight = self.flight ?? begin(need)
      do {
        let renewal = try await flight.value()
        // Somebody else's flight may have needed less. But what came from the server just now is as good as it gets.
        if isOwn || renewal.isNew || isEnough(renewal.held, need) { return renewal.held }
      } catch let error as TokenSessionError {
        // Whatever failed, what is there may still do. Nothing is, after the end.
        if let held = usable(for: need) { return held }
        throw error
      }
    }
  }

  /// Whether tokens are being renewed: what the server gives then has to be stored before this process may end.
  package var isRenewing: Bool { flight != nil }

  /// Waits until nothing is under way. Who is cancelled waits all the same.
  package func settle() async {
    guard let flight else { return }
    // A task of its own, because one that was cancelled waits for nothing.
    await Task { _ = try? await flight.value() }.value
  }

  private func begin(_ need: TokenNeed) -> SharedTask<Renewal> {
    let flight = SharedTask { try await self.fly(need) }
    self.flight = flight
    return flight
  }

  /// The one renewal at a time. It runs in a task of its own, which nobody cancels.
  private func fly(_ need: TokenNeed) async throws -> Renewal {
    defer { flight = nil }
    while true {
      let began = signIns
      do {
        let renewal = try await look(need)
        // Somebody signed in or out since this was read.
        guard signIns == began else { continue }
        pause = nil
        hold(renewal.held, isChange: renewal.isNew)
        return renewal
      } catch {
        guard signIns == began else { continue }
        let error = sessionError(error)
        switch error {
        case .signedOut: forget(.signedOut, tells: false)
        case .ended(let response): forget(.ended(response), tells: true)
        case .temporary(let cause, let wait): rest(after: cause, wait)
        case .refused(let cause): rest(after: cause, nil)
        default: break
        }
        client.logger.info("no new access token", metadata: ["reason": "\(error.code)"])
        throw error
      }
    }
  }

  /// Leaves the server in peace for a while. What it asks for itself takes the place of a pause of ours; nothing prolongs one that
  /// hasn't ended.
  private func rest(after cause: any Error, _ wait: Duration?) {
    let now = monotonic.now()
    if let pause, now < pause.end, wait == nil || pause.isServers { return }
    pause = RefreshPause(after: cause, wait: wait, previous: pause, now: now)
  }

  /// Looks whether the store has what is needed, and takes the account's lock if it hasn't.
  private func look(_ need: TokenNeed) async throws -> Renewal {
    if unstored == nil {
      guard let stored = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      let held = try held(stored)
      if isEnough(held, need) { return Renewal(held: held, isNew: false) }
    }
    return try await store.withLock(on: account) { try await self.renewWithLock(need) }
  }

  /// Looks again, because somebody else may have had the lock before, and asks the server if it has to.
  private func renewWithLock(_ need: TokenNeed) async throws -> Renewal {
    guard var stored = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
    if let unstored, stored.refreshToken == unstored.replaced {
      try await save(unstored)
      stored = unstored.tokens
    }
    unstored = nil
    let held = try held(stored)
    if isEnough(held, need) { return Renewal(held: held, isNew: false) }
    // It may be of use if no new one can be had.
    hold(held, isChange: false)
    guard let refreshToken = stored.refreshToken else { throw TokenSessionError.noRefreshToken(account) }
    if let pause, pause.isServers, monotonic.now() < pause.end {
      throw TokenSessionError.temporary(pause.cause, retryAfter: (pause.end - monotonic.now()).roundedUp)
    }
    return try await refresh(held, refreshToken, need, mayBeReplaced: true)
  }

  /// Asks the server and stores what it gives.
  ///
  /// - Parameter mayBeReplaced: whether to go on with another refresh token that is found in the store after this one was
  ///   refused.
  private func refresh(
    _ held: HeldTokens, _ refreshToken: Secret, _ need: TokenNeed, mayBeReplaced: Bool
  ) async throws -> Renewal {
    let response: TokenResponse
    do {
      response = try await ask(client.with(prover: held.prover), refreshToken)
    } catch {
      guard let ending = ending(error) else { throw error }
      guard let stored = try await store.tokens(for: account) else { throw TokenSessionError.signedOut(account) }
      guard let replacement = stored.refreshToken, replacement != refreshToken, mayBeReplaced else {
        try await end(refreshToken, stored)
        throw TokenSessionError.ended(ending)
      }
      // Somebody who doesn't know of the lock was faster.
      let held = try self.held(stored)
      if isEnough(held, need) { return Renewal(held: held, isNew: false) }
      return try await refresh(held, replacement, need, mayBeReplaced: false)
    }
    let renewed = UnstoredTokens(tokens: held.tokens.refreshed(by: response), replaced: refreshToken)
    try await save(renewed)
    client.logger.debug("tokens refreshed")
    return Renewal(held: try self.held(renewed.tokens), isNew: true)
  }

  /// One request, and another one at once if its answer was lost: the server may have spent the refresh token, and those that
  /// forgive a second use do so for a short time.
  private func ask(_ client: OAuthClient, _ refreshToken: Secret) async throws -> TokenResponse {
    do {
      return try await client.refresh(refreshToken)
    } catch {
      guard Self.mayHaveBeenGranted(error) else { throw error }
      client.logger.info("the token endpoint's answer was lost; asking once more")
      return try await client.refresh(refreshToken)
    }
  }

  /// Stores new tokens, or keeps them for the next call.
  private func save(_ tokens: UnstoredTokens) async throws {
    do {
      try await store.save(tokens.tokens, for: account)
      unstored = nil
    } catch {
      unstored = tokens
      throw TokenSessionError.notStored(error)
    }
  }

  /// Deletes tokens whose refresh token the server refused, unless others took their place.
  private func end(_ refused: Secret, _ stored: StoredTokens) async throws {
    guard stored.refreshToken == refused else { return }
    do {
      try await store.delete(account)
    } catch {
      // They are worth nothing; the next call will be refused again, and try again.
      client.logger.warning("ended tokens could not be deleted", metadata: ["reason": "\(error.code)"])
    }
  }
}

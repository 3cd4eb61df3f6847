internal import OAuthCore

extension UserSession {
  /// Returns the user's sessions in all browsers, the latest first: those of the account, or without
  /// accounts those of the user at the same provider.
  ///
  /// - Throws: ``WebSignInError/noStore`` if the sessions aren't in a store; the errors of the store.
  public func list() async throws -> [ListedSession] {
    try await all().map { ListedSession($0, isCurrent: $0.name == session.name, signIn.sessions.lifetimes) }
      .sorted { $0.usedAt > $1.usedAt }
  }

  /// Ends one of the user's sessions, with its tokens.
  ///
  /// Call it in a route behind `FormMiddleware`. Tokens are deleted and not revoked: at most providers
  /// a revocation ends the tokens of the user's other sessions too.
  ///
  /// - Parameter id: The identifier of a session in ``list()``. Those of other users aren't found.
  /// - Returns: Whether there was such a session.
  /// - Throws: ``WebSignInError/noStore`` if the sessions aren't in a store; the errors of the store.
  public func end(_ id: String) async throws -> Bool {
    guard let session = try await all().first(where: { $0.name.text == id }) else { return false }
    try await signIn.discard(session)
    return true
  }

  /// Ends all sessions of the user but this one, as ``end(_:)`` does.
  ///
  /// - Returns: The number of sessions that ended.
  /// - Throws: ``WebSignInError/noStore`` if the sessions aren't in a store; the errors of the store.
  @discardableResult
  public func endOthers() async throws -> Int {
    let others = try await all().filter { $0.name != session.name }
    for other in others { try await signIn.discard(other) }
    return others.count
  }

  private func all() async throws -> [BrowserSession] {
    guard signIn.sessions.storage.isOnServer else { throw WebSignInError.noStore }
    return try await signIn.sessions.all(like: session)
  }
}

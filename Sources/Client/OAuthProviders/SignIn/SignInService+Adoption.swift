internal import OAuth
internal import OAuthSessions
public import TokenStorage

extension SignInService {
  /// Continues the session of a user that another library signed in, with that library's tokens.
  ///
  /// An app that replaces another library calls it once, at the first start with Pixy. Its client ID
  /// at the provider must be the one that the tokens were issued to. The tokens are stored before
  /// they are used, so a crash loses none. If a user is signed in already, the user stays, and
  /// `tokens` are ignored.
  ///
  /// When the function has returned, delete the other library's copy of the tokens: two copies of a
  /// refresh token that is valid once end the session. Delete it too after a `TokenSessionError`
  /// other than `storage`, such as the temporary one without a network: ``restore()`` tries again.
  ///
  /// - Parameters:
  ///   - tokens: The other library's tokens. Tokens that are bound to a key need that key
  ///     (`StoredTokens.proofKey`); a key that the other library keeps in hardware can't be taken
  ///     over.
  ///   - id: The user's ID: `sub` of the ID token or, at a provider without ID tokens, the ID of
  ///     the profile.
  /// - Returns: The profile; `nil` if the provider ended the session, so that the user has to sign
  ///   in.
  /// - Throws: ``ProviderError/profileOfAnotherUser(provider:)`` if the tokens belong to another
  ///   user, and then nothing is stored; `TokenSessionError.storage` if the tokens couldn't be
  ///   stored; the errors of ``restore()``.
  public func adopt(_ tokens: StoredTokens, ofUser id: String) async throws -> Profile? {
    if try await currentAccount() != nil { return try await restore() }
    let (session, _) = try await makeCurrent(id) { session in try await session.save(tokens) }
    do {
      return try await restore()
    } catch let error as ProviderError {
      if case .profileOfAnotherUser = error { try await discard(session) }
      throw error
    }
  }
}

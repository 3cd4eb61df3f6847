internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

extension WebSignIn {
  /// Divides the sealed text of an attempt's cookie into the attempt and its purpose.
  ///
  /// - Throws: `SealingError.invalid` if the purpose wasn't sealed for this sign-in.
  func opened(
    _ text: Secret, state: Secret
  ) throws(SealingError) -> (sealedAttempt: Secret, purpose: SignInPurpose) {
    let parts = text.reveal().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return (text, SignInPurpose()) }
    return (Secret(String(parts[0])), try SignInPurpose(Secret(String(parts[1])), by: sessions, state: state))
  }

  /// Exchanges a code. An ID token without the authentication that a route asked for is refused.
  ///
  /// - Throws: ``SignInRefusal/weakSignIn``; the errors of `ProviderClient.exchange`.
  func exchange(
    _ code: consuming AuthorizationCode, _ purpose: SignInPurpose, at client: ProviderClient
  ) async throws -> ProviderSignIn {
    do {
      return try await client.exchange(code)
    } catch let error as IDTokenError where purpose.stepUp.maxAge != nil {
      switch error {
      case .unknownAuthenticationTime, .authenticationTooOld, .authenticatedInFuture: throw SignInRefusal.weakSignIn
      default: throw error
      }
    }
  }

  /// Returns the account to link an identity to; `nil` if the user signs in.
  ///
  /// The session that asked must still be the browser's. A callback that a provider's page posts has
  /// no cookie of the session, so only its end is looked up then.
  ///
  /// - Throws: ``SignInRefusal/linkingEnded``; the errors of the store.
  func linkingAccount(
    _ link: SignInPurpose.Link?, session: BrowserSession?, isPosted: Bool
  ) async throws -> String? {
    guard let link else { return nil }
    if let session {
      guard session.name.text == link.sessionNames.first else { throw SignInRefusal.linkingEnded }
    } else {
      let names = link.sessionNames.map(SessionName.init(text:))
      guard isPosted, try await !sessions.store.isEnded(names, since: link.signedInAt) else {
        throw SignInRefusal.linkingEnded
      }
    }
    // An account that is gone or locked gets no new identity.
    guard try await accounts?.roles(of: link.account) != nil else { throw SignInRefusal.linkingEnded }
    return link.account
  }

  /// Returns the session of a request. If the application has accounts, a session without one doesn't
  /// count: it began before the hook was there.
  ///
  /// - Throws: The errors of the store.
  package func session(of request: WebRequest) async throws -> FoundSession? {
    // A script that asks again and again mustn't keep the session of a user who left.
    let isUse = request.path != paths.session
    guard let found = try await sessions.session(in: request.headers, isUse: isUse) else { return nil }
    return accounts == nil || found.session.user.account != nil ? found : nil
  }

  /// Returns the roles of a session's account; `nil` if there is no such account any longer.
  ///
  /// - Throws: ``AccountRefused``; the errors of the application.
  package func roles(of session: UserSession) async throws -> Set<String>? {
    guard let accounts, let account = session.user.account else { return [] }
    return try await accounts.roles(of: account)
  }
}

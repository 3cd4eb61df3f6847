internal import Logging
internal import OAuthCore
internal import OAuthProviders

extension WebSignIn {
  /// Returns a session with the roles of its account, if its user meets a requirement.
  ///
  /// - Throws: ``UnmetRequirement``; ``SignInRefusal/forbidden``; the errors of ``roles(of:)`` and of
  ///   the store.
  package func session(_ session: UserSession, meeting requirement: UserRequirement) async throws -> UserSession {
    guard let roles = try await roles(of: session) else {
      logger.info("an account is gone", metadata: ["provider": "\(session.user.provider)"])
      try await discard(session.session)
      throw UnmetRequirement.ended
    }
    guard requirement.isMet(by: session.user, roles: roles) else { throw SignInRefusal.forbidden }
    let client = clients.first { $0.provider.id == session.user.provider }
    if let stepUp = requirement.missingStepUp(
      of: session.user, now: clock.now(), clockTolerance: client?.clockToleranceInSeconds ?? 0)
    {
      throw UnmetRequirement.stepUp(stepUp)
    }
    var session = session
    session.roles = roles
    return session
  }
}

internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

extension Site {
  /// The start page: the signed-in user's profile, or the sign-in page.
  func home(_ context: SiteContext) async throws -> Response {
    guard let session = context.session else { return try welcome() }
    guard let person = session.person else {
      // The notice is shown once.
      sessions.change(session.id) { $0.notice = nil }
      return pages.signIn(session, destination: signInOrigin)
    }
    do {
      return pages.profile(try await profile(of: person), session)
    } catch {
      // Only the token endpoint decides that a sign-in has ended. A resource that rejects even a
      // new token may accept the next one.
      guard ErrorCategory(of: error) == .signInNeeded else { throw error }
      logger.info("Google has ended a sign-in")
      sessions.end(session.id)
      return try welcome(.signInEnded)
    }
  }

  /// The sign-in page for a browser without a session.
  func welcome(_ notice: Notice? = nil) throws -> Response {
    let session = try sessions.begin()
    var shown = session
    shown.notice = notice
    var response = pages.signIn(shown, destination: signInOrigin)
    SessionCookie.set(session, in: &response)
    return response
  }

  /// Requests the user's current profile. Expired tokens are refreshed first.
  private func profile(of person: Person) async throws -> Profile {
    let profile = try await GoogleProfileService(session: person.tokens, provider: client.provider).profile()
    guard profile.id.utf8.elementsEqual(person.subject.utf8) else { throw Refusal.otherUser }
    return profile
  }
}

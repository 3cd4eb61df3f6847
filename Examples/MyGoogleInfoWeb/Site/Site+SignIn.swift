internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import TokenStorage

extension Site {
  /// Begins a sign-in and redirects the browser to Google.
  func beginSignIn(_ request: Request, _ context: SiteContext) async throws -> Response {
    let session = try await formGuard.session(of: request, context)
    guard session.person == nil else { return Self.redirect(to: "/") }
    let attempt = try await client.begin(redirectURI: redirectURI)
    guard sessions.change(session.id, { $0.begin(attempt) }) != nil else { throw Refusal.noSession }
    logger.info("sign-in begun")
    return Self.redirect(to: attempt.url)
  }

  /// Handles Google's callback: redeems the code for tokens, and begins a session with a new ID.
  func finishSignIn(_ request: Request, _ context: SiteContext) async throws -> Response {
    guard let session = context.session, !session.attempts.isEmpty else { throw Refusal.unexpectedCallback }
    let callback = try AuthorizationCallback(url: publicAddress.origin + (request.head.path ?? ""))
    let signedIn: ProviderSignIn
    do {
      signedIn = try await client.redeem(Self.code(in: callback, session.attempts[...]))
    } catch CallbackError.refused(let response) where response.error == .accessDenied {
      sessions.change(session.id) { $0.notice = .cancelled }
      return Self.redirect(to: "/")
    }
    // The scope contains openid, so `redeem` has verified an ID token or thrown an error.
    guard let subject = signedIn.idToken?.subject else { throw Refusal.otherUser }
    let account = try Account(provider: client.provider.server.accountProvider, name: subject)
    let tokens = try await client.session(for: account, in: MemoryTokenStore())
    try await tokens.keep(signedIn.tokens)
    let next = try sessions.signIn(Person(subject: subject, tokens: tokens), from: session.id)
    logger.info("signed in")
    return Self.redirect(to: "/", with: next)
  }

  /// Ends the session, and revokes the tokens at Google.
  func signOut(_ request: Request, _ context: SiteContext) async throws -> Response {
    let session = try await formGuard.session(of: request, context)
    guard let person = session.person else { return Self.redirect(to: "/") }
    // The session ends first, so that this browser is signed out whatever Google answers.
    sessions.end(session.id)
    let outcome = try await client.signOut(person.tokens)
    let notice: Notice =
      if case .deletedOnly = outcome { .signedOutHereOnly } else { .signedOut }
    logger.info("signed out", metadata: ["atGoogle": "\(notice == .signedOut)"])
    return Self.redirect(to: "/", with: try sessions.begin(notice: notice))
  }

  /// Returns the code in a callback for one of a browser's sign-ins.
  ///
  /// Several sign-ins may be under way, in several tabs. An attempt ignores a callback that isn't
  /// its own, so each attempt is tried in turn.
  private static func code(
    in callback: AuthorizationCallback, _ attempts: ArraySlice<AuthorizationAttempt>
  ) throws(CallbackError) -> AuthorizationCode {
    guard let attempt = attempts.first else { throw .foreignState }
    do {
      return try attempt.receive(callback)
    } catch {
      guard error.leavesWaiting, attempts.count > 1 else { throw error }
      return try code(in: callback, attempts.dropFirst())
    }
  }
}

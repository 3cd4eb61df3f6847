internal import HTTPTypes
public import Hummingbird
internal import Logging
internal import OAuthCore
internal import OAuthSessions
internal import OAuthWebSessions

/// A middleware that passes on only requests that the application's own scripts send for a
/// signed-in user. Its answers are JSON.
///
/// Each request has the field `X-CSRF: 1` and comes from the application's own origin (RFC 10017
/// §6.1.3.3.2). It replaces ``SignInRequiredMiddleware`` and ``FormMiddleware`` for routes that
/// pages call with `fetch`:
///
/// ```swift
/// router.group("api/notes").add(middleware: ScriptMiddleware(signIn))
///   .get { _, context in notes(try context.requireSession().user) }
/// ```
///
/// Errors, also those of the routes, are JSON with `error` and `error_description`. Without a
/// session the status is 401 and the error `sign_in_needed`: the script then opens `sign_in`, another
/// member. With `insufficient_user_authentication` that page asks for a stronger or newer sign-in. Status
/// 403 has `foreign_request` or, if the user doesn't meet the requirement otherwise, `forbidden`.
/// If a route throws `TokenSessionError` because the provider has ended the sign-in, the session ends.
public struct ScriptMiddleware<Context: SessionRequestContext>: RouterMiddleware {
  private let signIn: WebSignIn
  private let requirement: UserRequirement

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - signIn: The application's sign-in, whose ``WebSignInMiddleware`` comes before.
  ///   - requirement: The requirement on the user. Default: any signed-in user.
  public init(_ signIn: WebSignIn, requiring requirement: UserRequirement = .signedIn) {
    self.signIn = signIn
    self.requirement = requirement
  }

  /// Checks a request. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - context: The context with the session.
  ///   - next: The next middleware, or the route.
  /// - Throws: Nothing.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    await signIn.answerScript(request, context.session, requiring: requirement) { session in
      var context = context
      context.session = session
      return try await next(request, context)
    }
  }
}

extension WebSignIn {
  /// Answers a request of the application's own script by a signed-in user, and its errors with JSON.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - session: The request's session.
  ///   - requirement: The requirement on the user.
  ///   - body: Answers the request.
  func answerScript(
    _ request: Request, _ session: UserSession?, requiring requirement: UserRequirement,
    _ body: (UserSession) async throws -> Response
  ) async -> Response {
    do {
      try checkScript(request.web)
      guard let session else { throw ScriptProblem.signInNeeded }
      do {
        var response = try await body(try await self.session(session, meeting: requirement))
        response.headers.forbidSharedCopies()
        return response
      } catch let error as TokenSessionError where error.category == .signInNeeded {
        logger.info("the provider has ended a sign-in", metadata: ["provider": "\(session.user.provider)"])
        // The provider has ended it: a store that fails now leaves a session without valid tokens.
        try? await discard(session.session)
        throw UnmetRequirement.ended
      }
    } catch UnmetRequirement.ended {
      var response = problem(forScript: UnmetRequirement.ended).response
      forgetSession(of: request.headers, in: &response.headers)
      return response
    } catch {
      let failure = (error as? any HTTPResponseError).map { RequestFailure(status: $0.status) }
      return problem(forScript: failure ?? error).response
    }
  }
}

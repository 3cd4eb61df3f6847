internal import HTTPTypes
public import Hummingbird
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthSessions
internal import OAuthWebSessions

/// A middleware that passes on only requests of signed-in users.
///
/// A browser that opens a page without a session is sent to the sign-in page, and returns to the
/// page afterwards. A request by a script gets status 401. A user who doesn't meet the requirement
/// gets status 403. A user whose authentication is too weak or too old signs in once more, and a
/// request by a script gets the challenge of RFC 9470 §3.
/// Shared caches keep no response of the routes, even if the route calls it public.
///
/// A request that changes something (POST, PUT, PATCH, DELETE) must come from the application's own
/// pages: the browser has to say so in `Origin` or `Sec-Fetch-Site`. ``FormMiddleware`` also checks
/// the token of a form.
///
/// If a route throws `TokenSessionError` because the provider has ended the sign-in, the session
/// ends too, and the user is asked to sign in again.
///
/// ```swift
/// router.group("notes").add(middleware: SignInRequiredMiddleware(signIn))
///   .get { _, context in "Hello, \(try context.requireSession().user.profile.displayName)" }
/// ```
public struct SignInRequiredMiddleware<Context: SessionRequestContext>: RouterMiddleware {
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
  /// - Throws: The errors of `next`.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let foundSession = context.session else { return unauthorized(request) }
    if !Self.safeMethods.contains(request.method),
      RequestOrigin(request.headers, of: signIn.address.origin) != .own
    {
      return refused(request, SignInRefusal.foreignForm)
    }
    let session: UserSession
    do {
      session = try await signIn.session(foundSession, meeting: requirement)
    } catch UnmetRequirement.ended {
      return ended(request)
    } catch UnmetRequirement.stepUp(let stepUp) {
      return stepUpNeeded(request, stepUp)
    } catch {
      return refused(request, error)
    }
    var context = context
    context.session = session
    do {
      var response = try await next(request, context)
      response.headers.forbidSharedCopies()
      return response
    } catch let error as TokenSessionError where error.category == .signInNeeded {
      signIn.logger.info("the provider has ended a sign-in", metadata: ["provider": "\(session.user.provider)"])
      // The provider has ended it: a store that fails now leaves a session without valid tokens.
      try? await signIn.discard(session.session)
      return ended(request)
    }
  }

  /// Asks the user of a session that has ended to sign in, and deletes the session's cookie.
  private func ended(_ request: Request) -> Response {
    var response = unauthorized(request, .ended)
    signIn.forgetSession(of: request.headers, in: &response.headers)
    return response
  }

  // RFC 9110 §9.2.1.
  private static var safeMethods: Set<HTTPRequest.Method> { [.get, .head, .options, .trace] }

  /// Sends a page to the sign-in, and a script's request away.
  private func unauthorized(_ request: Request, _ notice: SignInNotice? = nil) -> Response {
    guard Self.isPage(request) else {
      return signIn.secured(Response(status: .unauthorized, headers: [.wwwAuthenticate: signIn.challenge()]))
    }
    return signIn.redirectToSignIn(returningTo: Self.returnPath(of: request), notice: notice).response
  }

  /// Sends a page to the sign-in once more, and answers a script's request with the challenge of RFC
  /// 9470 §3.
  private func stepUpNeeded(_ request: Request, _ stepUp: StepUp) -> Response {
    guard Self.isPage(request) else {
      return signIn.secured(Response(status: .unauthorized, headers: [.wwwAuthenticate: signIn.challenge(stepUp)]))
    }
    return signIn.redirectToSignIn(
      returningTo: Self.returnPath(of: request), notice: .stepUp, options: SignInOptions(stepUp: stepUp)
    ).response
  }

  private func refused(_ request: Request, _ error: any Error) -> Response {
    let page: Response = signIn.problem(error)
    return Self.isPage(request) ? page : signIn.secured(Response(status: page.status))
  }

  /// The page to return to after a sign-in. Only a GET can be repeated.
  private static func returnPath(of request: Request) -> ReturnPath {
    (request.method == .get ? request.head.path.flatMap { ReturnPath($0) } : nil) ?? .root
  }

  /// Returns whether the browser shows the answer as a page. Browsers say so in `Sec-Fetch-Mode`;
  /// older ones accept HTML.
  private static func isPage(_ request: Request) -> Bool {
    if let mode = request.headers[.secFetchMode] { return mode == "navigate" }
    return request.headers[values: .accept].contains { $0.contains("text/html") }
  }
}

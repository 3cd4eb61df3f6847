internal import HTTPTypes
public import Hummingbird
internal import OAuthWebSessions

/// The middleware that finds the session of each request, and answers the library's own paths:
/// sign-in, callback, sign-out and back-channel logout.
///
/// Add it to the router itself, before all other middleware and routes:
///
/// ```swift
/// let router = Router(context: BasicSessionRequestContext.self)
/// router.add(middleware: WebSignInMiddleware(signIn))
/// ```
public struct WebSignInMiddleware<Context: SessionRequestContext>: RouterMiddleware {
  private let signIn: WebSignIn
  private let allowsForeignFrames: Bool

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - signIn: The application's sign-in.
  ///   - allowsForeignFrames: Whether pages of other origins may frame the application's responses.
  ///     A sibling such as `blog.example.com` could then trick a signed-in user into clicks. A
  ///     response with its own `frame-ancestors` or `X-Frame-Options` decides for itself. Default:
  ///     no.
  public init(_ signIn: WebSignIn, allowsForeignFrames: Bool = false) {
    self.signIn = signIn
    self.allowsForeignFrames = allowsForeignFrames
  }

  /// Answers a request to one of the library's paths, or passes it on with its session. Hummingbird
  /// calls it.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - context: The context that receives the session.
  ///   - next: The next middleware, or the route.
  /// - Throws: The errors of `next`.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await answer(request, context: context, next: next)
    // A cache must not give the cookie to another browser, whatever a route or middleware says (RFC 9111 §7.3).
    if signIn.sessions.cookie.isSet(in: response.headers) { response.headers.forbidCopies() }
    return response
  }

  private func answer(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let foundSession: FoundSession?
    do {
      foundSession = try await signIn.session(in: request.headers)
    } catch {
      let response = await signIn.answer(request.web, withoutStore: error).response
      return request.method == .head ? response.createHeadResponse() : response
    }
    do {
      if let response = try await signIn.answer(request.web, foundSession?.session)?.response {
        return request.method == .head ? response.createHeadResponse() : response
      }
    } catch {
      return signIn.problem(error)
    }
    var context = context
    context.session = foundSession.map { UserSession(session: $0.session, signIn: signIn) }
    var response = try await next(request, context)
    if let foundSession { await finish(&response, of: foundSession) }
    if !allowsForeignFrames { response.headers.forbidForeignFrames() }
    return response
  }

  /// Keeps a response without rules for caches to the user, who may be named there, and extends the
  /// session. A response that caches may give to others is left as it is.
  private func finish(_ response: inout Response, of foundSession: FoundSession) async {
    // The fields of a 304 would change the copy in a cache (RFC 9111 §4.3.4).
    guard response.status != .notModified else { return }
    switch ResponseCaching(response.headers) {
    case .shared: return
    case .validated:
      if !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "private" }
      return
    case .unspecified: response.headers.forbidSharedCopies()
    case .own: break
    }
    if foundSession.isExtended { await extend(foundSession.session, in: &response) }
  }

  /// Sets the cookie with the new idle time, unless the session has ended during the request.
  private func extend(_ session: BrowserSession, in response: inout Response) async {
    guard !signIn.sessions.storage.isOnServer,
      (try? await signIn.sessions.isEnded(session)) == false,
      let field = try? signIn.sessions.cookieField(session)
    else { return }
    response.headers.append(HTTPField(name: .setCookie, value: field))
  }
}

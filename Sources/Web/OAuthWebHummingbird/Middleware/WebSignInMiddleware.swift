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

  /// Creates a middleware.
  ///
  /// - Parameter signIn: The application's sign-in.
  public init(_ signIn: WebSignIn) {
    self.signIn = signIn
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
    if let foundSession, foundSession.isExtended { await extend(foundSession.session, in: &response) }
    return response
  }

  /// Sets the cookie with the new idle time, unless the session has ended during the request.
  private func extend(_ session: BrowserSession, in response: inout Response) async {
    guard !signIn.sessions.storage.isOnServer,
      (try? await signIn.sessions.isEnded(session)) == false,
      let field = try? signIn.sessions.cookieField(session)
    else { return }
    response.headers.append(HTTPField(name: .setCookie, value: field))
    // A cache must not give the cookie to another browser (RFC 9111 §7.3).
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
  }
}

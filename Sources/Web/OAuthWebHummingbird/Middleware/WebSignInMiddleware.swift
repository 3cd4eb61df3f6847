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
    signIn.guardCookie(in: &response.headers)
    return response
  }

  private func answer(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let foundSession: FoundSession?
    do {
      foundSession = try await signIn.session(of: request.web)
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
    await signIn.complete(
      &response.headers, response.status, of: foundSession, allowsForeignFrames: allowsForeignFrames)
    return response
  }
}

internal import Hummingbird
internal import HummingbirdCore

/// The middleware that finds the session of a request's cookie.
struct SessionMiddleware: RouterMiddleware {
  let sessions: SessionTable

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.session = SessionCookie.id(in: request).flatMap(sessions.session)
    return try await next(request, context)
  }
}

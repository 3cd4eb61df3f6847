#if Hummingbird && AsyncHTTPClient
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuthCore

/// Turns what routes throw into pages, and tells the log.
struct ProblemPages: RouterMiddleware {
  let pages: Pages
  let logger: Logger

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      // Only Pixy's errors promise that their words hold no secret; and an address has codes in it.
      logger.log(
        level: problem.status.code >= 500 ? .error : .info, "request refused",
        metadata: [
          "status": "\(problem.status.code)", "code": "\(problem.code ?? "-")",
          "reason": "\((error as? any ExplainedError)?.explanation ?? "\(type(of: error))")",
        ])
      return pages.problem(problem, context.session)
    }
  }
}
#endif

internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuthCore

/// The middleware that turns errors of the routes into pages, and logs them.
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
      // Only the type of an error that isn't Pixy's: its description may contain a secret. The
      // address isn't logged, because it may contain a code.
      let reason =
        switch error {
        case let error as any ExplainedError: error.explanation
        case let error as Refusal: "\(error)"
        default: "\(type(of: error))"
        }
      logger.log(
        level: problem.status.code >= 500 ? .error : .info, "request rejected",
        metadata: [
          "status": "\(problem.status.code)", "code": "\(problem.code ?? "-")",
          "reason": "\(reason)",
        ])
      return pages.problem(problem, context.session)
    }
  }
}

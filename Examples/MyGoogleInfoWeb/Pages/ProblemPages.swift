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
      // Of others than Pixy's errors, nobody promised that their words hold no secret; and an address has codes in it.
      let reason =
        switch error {
        case let error as any ExplainedError: error.explanation
        case let error as Refusal: "\(error)"
        default: "\(type(of: error))"
        }
      logger.log(
        level: problem.status.code >= 500 ? .error : .info, "request refused",
        metadata: [
          "status": "\(problem.status.code)", "code": "\(problem.code ?? "-")",
          "reason": "\(reason)",
        ])
      return pages.problem(problem, context.session)
    }
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// Puts into every answer what keeps a browser from doing more with it than is meant.
struct SecurityFields: RouterMiddleware {
  /// Whether browsers see the site by https, and are told to use nothing else.
  let isHTTPS: Bool

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    var fields = response.headers
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    fields[.xFrameOptions] = "DENY"
    // Not no-referrer: with that, browsers send `Origin: null` with forms, which FormGuard refuses.
    fields[.referrerPolicy] = "same-origin"
    fields[.crossOriginOpenerPolicy] = "same-origin"
    fields[.crossOriginResourcePolicy] = "same-origin"
    if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = ContentPolicy().text }
    if isHTTPS { fields[.strictTransportSecurity] = "max-age=31536000" }
    response.headers = fields
    return response
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// The middleware that adds the security header fields to every answer.
struct SecurityFields: RouterMiddleware {
  /// Whether browsers use https for the site. The answers then tell them to use only https.
  let isHTTPS: Bool

  func handle(
    _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    var fields = response.headers
    fields[.cacheControl] = "no-store"
    fields[.xContentTypeOptions] = "nosniff"
    fields[.xFrameOptions] = "DENY"
    // Not `no-referrer`: browsers would send `Origin: null` with forms, which FormGuard rejects.
    fields[.referrerPolicy] = "same-origin"
    fields[.crossOriginOpenerPolicy] = "same-origin"
    fields[.crossOriginResourcePolicy] = "same-origin"
    if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = ContentPolicy().text }
    if isHTTPS { fields[.strictTransportSecurity] = "max-age=31536000" }
    response.headers = fields
    return response
  }
}

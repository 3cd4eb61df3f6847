internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import OAuthCore

/// The check that a form was sent from this site's own page, in the browser that has the session.
/// It prevents cross-site request forgery.
///
/// Three independent defences must all hold. The session's cookie is `SameSite=Lax`. The browser's
/// `Origin` and `Sec-Fetch-Site` fields name this site. The form contains a token that only this
/// session's pages have.
struct FormGuard: Sendable {
  /// The name of the form field with the token.
  static let field = "token"
  /// The length of the longest accepted form in bytes. The form contains only the token.
  static let maximumBytes = 1_024

  /// The origin of this site: scheme, host and port.
  let origin: String

  /// Checks a form.
  ///
  /// - Returns: The session that the form belongs to.
  /// - Throws: ``Refusal``; Hummingbird's `HTTPError` with status 413 if the body is too long.
  func session(of request: Request, _ context: SiteContext) async throws -> Session {
    // Current browsers send both fields, and older ones send Origin. A request with neither isn't a
    // browser's, and needs the token too.
    guard request.headers[values: .origin].allSatisfy({ $0 == origin }),
      request.headers[values: .secFetchSite].allSatisfy({ $0 == "same-origin" })
    else { throw Refusal.foreignForm }
    guard let session = context.session else { throw Refusal.noSession }
    guard MediaType(from: request.headers[.contentType] ?? "")?.isType(.applicationUrlEncoded) == true else {
      throw Refusal.notAForm
    }
    let body = try await request.body.collect(upTo: Self.maximumBytes)
    guard let form = try? FormParameters(decoding: Array(body.readableBytesView)) else { throw Refusal.notAForm }
    guard let token = try? form.single(Self.field), Secret(token) == session.formToken else {
      throw Refusal.foreignForm
    }
    return session
  }
}

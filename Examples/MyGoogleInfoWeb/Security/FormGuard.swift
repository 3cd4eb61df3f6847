internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import OAuthCore

/// Whether a form was sent from this site's own page in the browser that has the session (cross-site request forgery).
///
/// Three things have to hold, each of which would do: the session's cookie is `SameSite=Lax`, browsers say in `Origin` and
/// `Sec-Fetch-Site` where a form comes from, and the form carries a token that only this session's pages have.
struct FormGuard: Sendable {
  /// The name of the field with the token.
  static let field = "token"
  /// The longest form that is read, in octets. The token is all that is in it.
  static let maximumOctets = 1_024

  /// Scheme, host and port of this site.
  let origin: String

  /// Checks a form.
  /// - Returns: the session that it was sent in.
  /// - Throws: ``Refusal``; Hummingbird's `HTTPError` with status 413 for a body that is too long.
  func session(of request: Request, _ context: SiteContext) async throws -> Session {
    // Current browsers send both, older ones Origin; a request with neither is no browser's, and needs the token all the same.
    guard request.headers[values: .origin].allSatisfy({ $0 == origin }),
      request.headers[values: .secFetchSite].allSatisfy({ $0 == "same-origin" })
    else { throw Refusal.foreignForm }
    guard let session = context.session else { throw Refusal.noSession }
    guard MediaType(from: request.headers[.contentType] ?? "")?.isType(.applicationUrlEncoded) == true else {
      throw Refusal.notAForm
    }
    let body = try await request.body.collect(upTo: Self.maximumOctets)
    guard let form = try? FormParameters(decoding: Array(body.readableBytesView)) else { throw Refusal.notAForm }
    guard let token = try? form.single(Self.field), Secret(token) == session.formToken else {
      throw Refusal.foreignForm
    }
    return session
  }
}

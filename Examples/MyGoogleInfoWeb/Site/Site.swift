internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// The web site: two pages, and the sign-in at Google between them.
struct Site: Sendable {
  /// The path of the redirect URI, below the public address.
  static let callbackPath = "/callback"

  let client: ProviderClient
  let publicAddress: Endpoint
  let sessions: SessionTable
  let pages: Pages
  let logger: Logger

  /// The routes of the site.
  func router() -> Router<SiteContext> {
    let router = Router(context: SiteContext.self)
    router.add(middleware: SecurityFields(isHTTPS: publicAddress.origin.hasPrefix("https:")))
    router.add(middleware: SessionMiddleware(sessions: sessions))
    router.add(middleware: ProblemPages(pages: pages, logger: logger))
    router.get("/") { _, context in try await home(context) }
    router.post("/sign-in") { request, context in try await beginSignIn(request, context) }
    router.get("\(Self.callbackPath)") { request, context in try await finishSignIn(request, context) }
    router.post("/sign-out") { request, context in try await signOut(request, context) }
    router.get("/style.css") { _, _ in pages.styleSheet }
    // No HEAD for the callback: only the browser's GET may use up its code.
    router.head("/") { _, context in try await home(context).createHeadResponse() }
    router.head("/style.css") { _, _ in pages.styleSheet.createHeadResponse() }
    return router
  }

  /// Begins a sign-in without a browser when the program starts, so that a mistake in the
  /// configuration is found before the first visitor arrives. The call also fetches Google's
  /// metadata.
  ///
  /// - Throws: `ProviderError` if the client ID, the secret or the redirect URI can't be right. An
  ///   unreachable network is logged only.
  func rehearse() async throws {
    do {
      _ = try await client.begin(redirectURI: redirectURI)
    } catch let error as ProviderError {
      throw error
    } catch let error as URIError {
      throw error
    } catch {
      logger.warning(
        "Google can't be reached now: \((error as? any ExplainedError)?.explanation ?? "\(type(of: error))")")
    }
  }

  var redirectURI: RedirectURI {
    get throws(URIError) { try RedirectURI(publicAddress.origin + Self.callbackPath) }
  }

  /// The origin of Google's sign-in pages.
  var signInOrigin: String {
    switch client.provider.server {
    case .published(let issuer): issuer.origin
    case .known(let metadata): metadata.authorizationEndpoint?.origin ?? metadata.tokenEndpoint.origin
    }
  }

  var formGuard: FormGuard { FormGuard(origin: publicAddress.origin) }

  /// Redirects the browser with status 303, so that it follows with a GET.
  static func redirect(to location: String, with session: Session? = nil) -> Response {
    var response = Response(status: .seeOther, headers: [.location: location])
    if let session { SessionCookie.set(session, in: &response) }
    return response
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// The web site: two screens, and the way from one to the other through Google.
struct Site: Sendable {
  /// Where Google sends the browser back to, below the public address.
  static let callbackPath = "/callback"

  let client: ProviderClient
  let publicAddress: Endpoint
  let sessions: SessionTable
  let pages: Pages
  let logger: Logger

  /// Which request goes where.
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
    // Not for the callback, whose answer nobody but the browser may use up.
    router.head("/") { _, context in try await home(context).createHeadResponse() }
    router.head("/style.css") { _, _ in pages.styleSheet.createHeadResponse() }
    return router
  }

  /// Begins a sign-in that nobody will finish, so that a mistake in the configuration is found when the program starts, and not
  /// by the first visitor. What Google publishes about itself is known from then on.
  ///
  /// - Throws: `ProviderError` for a client id, secret or redirect URI that can't be right. A network that isn't there yet is no mistake.
  func rehearse() async throws {
    do {
      _ = try await client.begin(redirectURI: redirectURI)
    } catch let error as ProviderError {
      throw error
    } catch let error as URIError {
      throw error
    } catch {
      logger.warning(
        "Google can't be asked now: \((error as? any ExplainedError)?.explanation ?? "\(type(of: error))")")
    }
  }

  var redirectURI: RedirectURI {
    get throws(URIError) { try RedirectURI(publicAddress.origin + Self.callbackPath) }
  }

  /// Where Google's sign-in pages are.
  var signInOrigin: String {
    switch client.provider.server {
    case .published(let issuer): issuer.origin
    case .known(let metadata): metadata.authorizationEndpoint?.origin ?? metadata.tokenEndpoint.origin
    }
  }

  var formGuard: FormGuard { FormGuard(origin: publicAddress.origin) }

  /// Sends the browser elsewhere with a GET, whatever it came with.
  static func redirect(to location: String, with session: Session? = nil) -> Response {
    var response = Response(status: .seeOther, headers: [.location: location])
    if let session { SessionCookie.set(session, in: &response) }
    return response
  }
}

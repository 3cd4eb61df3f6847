public import Hummingbird
internal import OAuthProviders
public import OAuthWebSessions

/// A middleware that forwards requests of the application's own scripts to APIs, with the user's
/// access token: the proxy of a backend for frontend (RFC 10017 §6.1.3.6).
///
/// The page has no token. Add the middleware to the router itself, after ``WebSignInMiddleware``:
///
/// ```swift
/// router.add(
///   middleware: try ForwardingMiddleware(
///     signIn,
///     to: [ForwardedAPI("/api/notes/", to: Endpoint("https://notes.example.com/v1/"), methods: [.get, .post])]))
/// ```
///
/// Requests have to meet the rules of ``ScriptMiddleware``, which also describes errors. A request
/// reaches only the named APIs, below their paths, with their methods. Cookies and `Authorization`
/// of the browser, `Set-Cookie` of the API and all fields that aren't listed in `ForwardedAPI` stay
/// behind. If the API rejects the token with 401, the token is refreshed once and the request sent
/// again. Redirects aren't followed. Request and answer are forwarded when they are complete.
public struct ForwardingMiddleware<Context: SessionRequestContext>: RouterMiddleware {
  private let signIn: WebSignIn
  private let apis: [ForwardedAPI]
  private let requirement: UserRequirement

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - signIn: The application's sign-in. Its sessions are in a store, which has the tokens.
  ///   - apis: The APIs. The origin of each is one of `Provider.resources` of a client: tokens of
  ///     other providers aren't sent to it. Of several that contain a path, the one with the longest
  ///     path gets the request.
  ///   - requirement: The requirement on the user. Default: any signed-in user.
  /// - Throws: `WebSignInError.noStore` if sessions are in cookies;
  ///   `WebSignInError.forwardedAPI` if two APIs have the same path, or if no client names the
  ///   API's origin.
  public init(
    _ signIn: WebSignIn, to apis: [ForwardedAPI], requiring requirement: UserRequirement = .signedIn
  ) throws(WebSignInError) {
    guard signIn.sessions.storage.isOnServer else { throw .noStore }
    for api in apis {
      let isKnown = signIn.clients.contains { api.accepts($0.provider) }
      guard isKnown, apis.count(where: { $0.path == api.path }) == 1 else { throw .forwardedAPI(api.path) }
    }
    self.signIn = signIn
    self.apis = apis.sorted { $0.path.utf8.count > $1.path.utf8.count }
    self.requirement = requirement
  }

  /// Forwards a request below an API's path, and passes on every other one. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - context: The context with the session.
  ///   - next: The next middleware, or the route.
  /// - Throws: The errors of `next`.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let api = apis.first(where: { $0.contains(request.head.path ?? "") }) else {
      return try await next(request, context)
    }
    return await signIn.answerScript(request, context.session, requiring: requirement) { session in
      try await signIn.forward(request.web, to: api, for: session).response
    }
  }
}

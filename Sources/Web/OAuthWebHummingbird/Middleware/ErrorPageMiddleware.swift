public import Hummingbird
internal import OAuthCore

/// A middleware that answers errors of the routes with a page in plain English, and logs them
/// without secrets.
///
/// Add it before ``SignInRequiredMiddleware``. Without it, Hummingbird answers errors with a status only.
public struct ErrorPageMiddleware<Context: SessionRequestContext>: RouterMiddleware {
  private let signIn: WebSignIn

  /// Creates a middleware.
  ///
  /// - Parameter signIn: The application's sign-in, whose pages are used.
  public init(_ signIn: WebSignIn) {
    self.signIn = signIn
  }

  /// Passes a request on, and answers its error. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - context: Ignored.
  ///   - next: The next middleware, or the route.
  /// - Throws: Nothing.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      return signIn.problem(error)
    }
  }
}

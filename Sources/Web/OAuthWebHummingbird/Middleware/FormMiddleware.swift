internal import HTTPTypes
public import Hummingbird
internal import OAuthCore
internal import OAuthWebSessions

/// A middleware that passes on only forms with the session's token.
///
/// Each form has a hidden field `FormField.name` with `UserSession.formToken`. Add it behind a
/// ``SignInRequiredMiddleware``, to a group of routes that receive forms. Requests without a body pass.
///
/// ```swift
/// router.group("notes").add(middleware: SignInRequiredMiddleware(signIn))
///   .add(middleware: FormMiddleware(signIn))
///   .post { request, context in try await request.body.collect(upTo: 1_000_000) }
/// ```
public struct FormMiddleware<Context: SessionRequestContext>: RouterMiddleware {
  private let signIn: WebSignIn

  /// Creates a middleware.
  ///
  /// - Parameter signIn: The application's sign-in.
  public init(_ signIn: WebSignIn) {
    self.signIn = signIn
  }

  /// Checks the token of a form. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is read, at most the context's `maxUploadSize` in bytes;
  ///     the route can read it again.
  ///   - context: The context with the session.
  ///   - next: The next middleware, or the route.
  /// - Throws: The errors of `next`.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method != .get, request.method != .head else { return try await next(request, context) }
    var request = request
    do {
      guard let session = context.session else { throw SignInRefusal.foreignForm }
      guard request.headers.mediaType == OAuthCore.MediaType.form else { throw SignInRefusal.notAForm }
      let body = try await request.collectBody(upTo: context.maxUploadSize)
      guard let form = try? FormParameters(decoding: Array(body.readableBytesView)) else {
        throw SignInRefusal.notAForm
      }
      try signIn.check(form, session.formToken)
    } catch {
      return signIn.problem(error)
    }
    return try await next(request, context)
  }
}

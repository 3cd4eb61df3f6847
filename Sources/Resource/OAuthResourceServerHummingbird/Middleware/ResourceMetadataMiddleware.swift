public import Hummingbird
public import OAuthResourceServer

/// A middleware that serves a protected resource's metadata document (RFC 9728 §3) at its
/// well-known path, without authorization.
///
/// Add it to the router itself, before any middleware that requires tokens: the well-known path is
/// at the root of the host, whatever the resource's path is. An application with several resources
/// adds one for each. Without it, the challenges refer clients to a missing document.
public struct ResourceMetadataMiddleware<Context: RequestContext>: RouterMiddleware {
  private let resource: ResourceServer

  /// Creates a middleware for one resource.
  ///
  /// - Parameter resource: The resource that the document describes.
  public init(_ resource: ResourceServer) {
    self.resource = resource
  }

  /// Responds to a request for the document. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - context: Ignored.
  ///   - next: The handler of all other requests.
  /// - Throws: The errors of `next`.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let answer = resource.metadataAnswer(to: request.head) { return Response(answer) }
    return try await next(request, context)
  }
}

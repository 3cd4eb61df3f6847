public import Hummingbird
public import OAuthResourceServer

/// Serves the document in which a protected resource describes itself (RFC 9728 §3), at its well-known path, to everybody.
///
/// Add it to the router itself, before whatever asks for tokens: the path is at the root of the host, whatever the resource's
/// own is. An application with several resources adds one for each. Without it clients are sent by the challenges to a document that isn't there.
public struct ResourceMetadataMiddleware<Context: RequestContext>: RouterMiddleware {
  private let resource: ResourceServer

  /// Serves one resource's document.
  ///
  /// - Parameter resource: what describes itself.
  public init(_ resource: ResourceServer) {
    self.resource = resource
  }

  /// Answers a request for the document; called by Hummingbird.
  ///
  /// - Parameters:
  ///   - request: any request.
  ///   - context: isn't looked at.
  ///   - next: answers all other requests.
  /// - Throws: what `next` throws.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let answer = resource.metadataAnswer(to: request.head) { return Response(answer) }
    return try await next(request, context)
  }
}

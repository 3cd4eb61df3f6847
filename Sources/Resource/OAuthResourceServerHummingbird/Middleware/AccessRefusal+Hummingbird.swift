public import Hummingbird
internal import OAuthCore
public import OAuthResourceServer

/// A route that throws an `AccessRefusal` responds with its status, challenges and body. So a route can
/// check what it needs besides its group's requirement, once it knows what the request asks for:
///
/// ```swift
/// notes.post { request, context in
///   try resource.require(AccessRequirement(scope: writing), of: context.requireAccess())
///   return HTTPResponse.Status.created
/// }
/// ```
extension AccessRefusal: HTTPResponseError {
  /// The response's status.
  public var status: HTTPResponse.Status { answer.response.status }

  /// Returns the response. Hummingbird calls it.
  ///
  /// - Parameters:
  ///   - request: Ignored.
  ///   - context: Ignored.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(answer)
  }
}

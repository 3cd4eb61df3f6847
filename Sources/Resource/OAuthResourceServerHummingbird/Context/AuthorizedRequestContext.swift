public import Hummingbird
public import OAuthResourceServer

/// The context of routes that can't be reached without a valid token. Its `access` isn't optional.
///
/// ```swift
/// router.group("notes").add(middleware: AccessMiddleware(resource))
///   .group(context: AuthorizedRequestContext<BasicAccessRequestContext>.self)
///   .get { request, context in context.access.subject ?? "no subject" }
/// ```
///
/// Without the middleware, every request gets a response with status 500.
public struct AuthorizedRequestContext<Parent: AccessRequestContext>: ChildRequestContext {
  /// Hummingbird's own storage.
  public var coreContext: CoreRequestContextStorage
  /// The application's own context.
  public let parent: Parent
  /// The request's access.
  public let access: Access

  /// Creates a context. Hummingbird calls it for each request.
  ///
  /// - Parameter context: The context of the outer group.
  /// - Throws: ``AccessNotChecked`` if there is no ``AccessMiddleware`` in front.
  public init(context: Parent) throws {
    access = try context.requireAccess()
    parent = context
    coreContext = context.coreContext
  }
}

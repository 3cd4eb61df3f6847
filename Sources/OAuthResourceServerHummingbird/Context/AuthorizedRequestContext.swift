public import Hummingbird
public import OAuthResourceServer

/// The context of routes that can't be reached without a good token: their `access` is no optional.
///
/// ```swift
/// router.group("notes").add(middleware: AccessMiddleware(resource))
///   .group(context: AuthorizedRequestContext<BasicAccessRequestContext>.self)
///   .get { request, context in context.access.subject ?? "nobody" }
/// ```
///
/// Without the middleware in front every such request is answered with status 500.
public struct AuthorizedRequestContext<Parent: AccessRequestContext>: ChildRequestContext {
  /// What Hummingbird itself keeps.
  public var coreContext: CoreRequestContextStorage
  /// The application's own context.
  public let parent: Parent
  /// What was found about the request's token.
  public let access: Access

  /// Hummingbird makes one for each request.
  ///
  /// - Parameter context: the context of the group outside.
  /// - Throws: ``AccessNotChecked`` if no ``AccessMiddleware`` is in front.
  public init(context: Parent) throws {
    access = try context.requireAccess()
    parent = context
    coreContext = context.coreContext
  }
}

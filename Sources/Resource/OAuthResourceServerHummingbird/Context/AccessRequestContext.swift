public import Hummingbird
public import OAuthResourceServer

/// A request context with a property for the request's `Access`.
///
/// ``BasicAccessRequestContext`` is the simplest one. An application with its own context adds one
/// property:
///
/// ```swift
/// struct AppContext: AccessRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var access: Access?
///
///   init(source: ApplicationRequestContextSource) {
///     coreContext = CoreRequestContextStorage(source: source)
///   }
/// }
/// ```
public protocol AccessRequestContext: RequestContext {
  /// The access that ``AccessMiddleware`` found; `nil` before the middleware. No other code can
  /// create an `Access`.
  var access: Access? { get set }
}

extension AccessRequestContext {
  /// Returns the token's subject, client, scope and claims, for a route behind an
  /// ``AccessMiddleware``.
  ///
  /// - Throws: ``AccessNotChecked`` if the route isn't behind one. The response then has status
  ///   500: it is a mistake in the program, and access is denied.
  public func requireAccess() throws(AccessNotChecked) -> Access {
    guard let access else { throw AccessNotChecked() }
    return access
  }
}

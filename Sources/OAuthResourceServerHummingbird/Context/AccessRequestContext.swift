public import Hummingbird
public import OAuthResourceServer

/// A request's context that has room for what was found about its access token.
///
/// ``BasicAccessRequestContext`` is one; an application with a context of its own adds one property to it:
///
/// ```swift
/// struct AppContext: AccessRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var access: Access?
///   // …
/// }
/// ```
public protocol AccessRequestContext: RequestContext {
  /// What ``AccessMiddleware`` found about the request's token; nil in front of it. Only checking makes an `Access`, so that nobody else can
  /// put one here.
  var access: Access? { get set }
}

extension AccessRequestContext {
  /// The token's subject, client, scope and claims, for a route behind an ``AccessMiddleware``.
  ///
  /// - Throws: ``AccessNotChecked`` if the route isn't behind one. It is answered with status 500: that is a mistake in the program, and
  ///   nobody gets in by it.
  public func requireAccess() throws(AccessNotChecked) -> Access {
    guard let access else { throw AccessNotChecked() }
    return access
  }
}

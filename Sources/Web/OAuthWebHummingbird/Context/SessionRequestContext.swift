public import Hummingbird

/// A request context with a property for the user's session.
///
/// ``BasicSessionRequestContext`` is the simplest one. An application with its own context adds one
/// property:
///
/// ```swift
/// struct WebAppContext: SessionRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var session: UserSession?
///
///   init(source: ApplicationRequestContextSource) {
///     coreContext = CoreRequestContextStorage(source: source)
///   }
/// }
/// ```
public protocol SessionRequestContext: RequestContext {
  /// The session that ``WebSignInMiddleware`` found; `nil` if no user is signed in. No other code
  /// can create one.
  var session: UserSession? { get set }
}

extension SessionRequestContext {
  /// Returns the session, for a route behind a ``SignInRequiredMiddleware``.
  ///
  /// - Throws: ``UserNotRequired`` if the route isn't behind one. The response then has status 500:
  ///   it is a mistake in the program, and access is denied.
  public func requireSession() throws(UserNotRequired) -> UserSession {
    guard let session else { throw UserNotRequired() }
    return session
  }
}

/// A context for applications that need no properties of their own:
/// `Router(context: BasicSessionRequestContext.self)`.
public struct BasicSessionRequestContext: SessionRequestContext {
  /// Hummingbird's own storage.
  public var coreContext: CoreRequestContextStorage
  /// The user's session; `nil` if no user is signed in.
  public var session: UserSession?

  /// Creates a context without a session. Hummingbird calls it for each request.
  ///
  /// - Parameter source: The connection and the logger.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

public import Hummingbird
public import NIOCore
public import OAuthResourceServer

/// A context for applications that need no properties of their own:
/// `Router(context: BasicAccessRequestContext.self)`.
public struct BasicAccessRequestContext: AccessRequestContext {
  /// Hummingbird's own storage.
  public var coreContext: CoreRequestContextStorage
  /// The request's access; `nil` before ``AccessMiddleware``.
  public var access: Access?
  /// The request's connection, from which the client's certificate can be read.
  public let channel: any Channel

  /// Creates a context without an access. Hummingbird calls it for each request.
  ///
  /// - Parameter source: The connection and the logger.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

public import Hummingbird
public import NIOCore
public import OAuthResourceServer

/// The context for applications that need nothing else in theirs: `Router(context: BasicAccessRequestContext.self)`.
public struct BasicAccessRequestContext: AccessRequestContext {
  /// What Hummingbird itself keeps.
  public var coreContext: CoreRequestContextStorage
  /// What was found about the request's token; nil in front of ``AccessMiddleware``.
  public var access: Access?
  /// The connection that the request came over, which knows the client's certificate.
  public let channel: any Channel

  /// Nothing is checked yet; Hummingbird makes one for each request.
  ///
  /// - Parameter source: the connection and the logger.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

internal import OAuthCore
#if ASYNC_HTTP_CLIENT
internal import OAuthAsyncHTTPClient
#elseif URL_SESSION
internal import OAuthURLSession
#endif

#if ASYNC_HTTP_CLIENT || URL_SESSION
/// The HTTP transport of this platform.
enum PlatformTransport {
  /// Creates the transport: AsyncHTTPClient on Linux, `URLSession` on Apple's systems.
  static func make() -> any HTTPTransport {
    #if ASYNC_HTTP_CLIENT
    AsyncHTTPClientTransport()
    #else
    URLSessionTransport()
    #endif
  }
}
#endif

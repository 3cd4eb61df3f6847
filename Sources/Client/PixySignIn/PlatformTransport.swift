internal import OAuthCore
#if URL_SESSION
internal import OAuthURLSession
#elseif ASYNC_HTTP_CLIENT
internal import OAuthAsyncHTTPClient
#elseif LOOPBACK
internal import OAuthNIO
#endif

/// The HTTP transport of this platform.
enum PlatformTransport {
  /// Creates the transport: `URLSession` on Apple's systems; on Linux AsyncHTTPClient if its trait is
  /// on, or else a small one for the requests of a sign-in.
  static func make() -> any HTTPTransport {
    #if URL_SESSION
    URLSessionTransport()
    #elseif ASYNC_HTTP_CLIENT
    AsyncHTTPClientTransport()
    #elseif LOOPBACK
    NIOTransport()
    #else
    // Only the unavailable initializer of `SignIn` calls it.
    preconditionFailure("There is no HTTP transport without the package trait Loopback.")
    #endif
  }
}

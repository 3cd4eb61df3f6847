// The HTTP transports of this platform: `AsyncHTTPClientTransport` on macOS and Linux, with the trait
// `AsyncHTTPClient`, and `URLSessionTransport` on Apple's systems.
#if ASYNC_HTTP_CLIENT
@_exported public import OAuthAsyncHTTPClient
#endif
#if URL_SESSION
@_exported public import OAuthURLSession
#endif

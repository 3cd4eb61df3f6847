internal import AsyncHTTPClient
internal import OAuthCore
internal import OAuthNIO

/// Translates the errors of AsyncHTTPClient and its layers into Pixy's. Their texts may contain
/// addresses, so only the names of categories are used.
enum TransportFailure {
  /// Translates an error of a request.
  /// - Parameters:
  ///   - error: The library's error.
  ///   - origin: The server's scheme, host and port.
  ///   - proxy: The proxy of the request.
  static func translate(_ error: any Error, origin: String, proxy: HTTPProxy? = nil) -> any Error {
    let translation = translate(error, origin: origin)
    guard let proxy, let failure = translation as? HTTPTransportError, failure.kind == .connectionFailed else {
      return translation
    }
    let cause =
      switch error as? HTTPClientError {
      case .proxyAuthenticationRequired: "the proxy \(proxy) wants a user name and password"
      case .invalidProxyResponse: "the proxy \(proxy) refused the connection, or the user name and password"
      default: "through the proxy \(proxy)"
      }
    return HTTPTransportError(.connectionFailed, origin: origin, cause: cause)
  }

  private static func translate(_ error: any Error, origin: String) -> any Error {
    switch error {
    case let error as HTTPClientError: translate(error, origin: origin)
    default: NIOFailure.translate(error, origin: origin)
    }
  }

  private static func translate(_ error: HTTPClientError, origin: String) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .getConnectionFromPoolTimeout:
      HTTPTransportError(.timedOut, origin: origin)
    case .tlsHandshakeTimeout: HTTPTransportError(.tlsFailed, origin: origin, cause: "handshake timed out")
    case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch:
      HTTPTransportError(.brokenAnswer, origin: origin)
    case .invalidURL, .emptyHost, .emptyScheme, .alreadyShutdown:
      HTTPTransportError(.invalidRequest, origin: origin)
    default: HTTPTransportError(.connectionFailed, origin: origin)
    }
  }
}

internal import AsyncHTTPClient
internal import CLibrary
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import OAuthCore

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
    case is CancellationError, is HTTPTransportError: error
    case let error as HTTPClientError: translate(error, origin: origin)
    case let error as NIOSSLError where isAfterHandshake(error):
      HTTPTransportError(.brokenAnswer, origin: origin, cause: "TLS connection cut off")
    case let error as NIOSSLError: HTTPTransportError(.tlsFailed, origin: origin, cause: name(of: error))
    case is NIOSSLExtraError: HTTPTransportError(.tlsFailed, origin: origin)
    // A server of TLS 1.3 rejects the client's certificate with an alert after the handshake (RFC 8446
    // §4.4.2.4). NIOSSL wraps the errors of the handshake.
    case let error as BoringSSLError where isAlert(error):
      HTTPTransportError(.tlsFailed, origin: origin, cause: "rejected by the server")
    case is BoringSSLError: HTTPTransportError(.brokenAnswer, origin: origin, cause: "TLS connection failed")
    case is HTTPParserError, is NIOHTTPDecoderError: HTTPTransportError(.brokenAnswer, origin: origin)
    case is PublicConnection.NotPublic:
      HTTPTransportError(.connectionFailed, origin: origin, cause: "its name has no public address")
    // The request was not sent.
    case is NIOConnectionError: HTTPTransportError(.connectionFailed, origin: origin)
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      HTTPTransportError(.connectionFailed, origin: origin)
    case ChannelError.connectTimeout: HTTPTransportError(.timedOut, origin: origin)
    // All other errors may occur after the server received the request, which matters for the
    // refresh of tokens.
    default: HTTPTransportError(.brokenAnswer, origin: origin)
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

  private static func name(of error: NIOSSLError) -> String {
    switch error {
    case .handshakeFailed: "handshake failed"
    case .unableToValidateCertificate: "certificate not trusted"
    default: "TLS error"
    }
  }

  /// Returns whether the error can only occur once the request may have been sent.
  private static func isAfterHandshake(_ error: NIOSSLError) -> Bool {
    switch error {
    case .uncleanShutdown, .shutdownFailed, .writeDuringTLSShutdown, .readInInvalidTLSState: true
    default: false
    }
  }

  /// Returns whether the server sent an alert that rejects the connection.
  private static func isAlert(_ error: BoringSSLError) -> Bool {
    guard case .sslError(let stack) = error else { return false }
    let text = "\(stack)"
    return text.contains("ALERT") || text.contains("CERTIFICATE_REQUIRED")
  }
}

#if NIO_CLIENT
internal import CLibrary
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import OAuthCore

/// Translates the errors of swift-nio and its TLS into Pixy's. Their texts may contain addresses, so
/// only the names of categories are used.
package enum NIOFailure {
  /// Translates an error of a request.
  ///
  /// - Parameters:
  ///   - error: The library's error.
  ///   - origin: The server's scheme, host and port.
  package static func translate(_ error: any Error, origin: String) -> any Error {
    switch error {
    case is CancellationError, is HTTPTransportError: error
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
    // The request was not sent.
    case let error as NIOConnectionError:
      HTTPTransportError(.connectionFailed, origin: origin, cause: ConnectionFailure(error).words)
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      HTTPTransportError(.connectionFailed, origin: origin, cause: ConnectionFailure.refused.words)
    case ChannelError.connectTimeout: HTTPTransportError(.timedOut, origin: origin)
    // All other errors may occur after the server received the request, which matters for the
    // refresh of tokens.
    default: HTTPTransportError(.brokenAnswer, origin: origin)
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
#endif

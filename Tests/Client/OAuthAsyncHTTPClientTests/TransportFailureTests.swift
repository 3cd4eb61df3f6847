#if os(Linux)
import NIOCore
import NIOHTTP1
import NIOSSL
import OAuthCore
import Testing

@testable import OAuthAsyncHTTPClient

/// The information about a request after a failure: it was never sent, or the server may have
/// handled it.
@Suite struct TransportFailureTests {
  @Test func `Only a refused connection means that nothing was sent`() {
    let failures: [(any Error, HTTPTransportError.Kind)] = [
      (IOError(errnoCode: 111, reason: "connect"), .connectionFailed),
      (ChannelError.connectTimeout(.seconds(1)), .timedOut),
      // The laptop moved to a different network.
      (IOError(errnoCode: 110, reason: "read"), .brokenAnswer),
      (IOError(errnoCode: 113, reason: "read"), .brokenAnswer),
      (IOError(errnoCode: 104, reason: "read"), .brokenAnswer),
      (ChannelError.eof, .brokenAnswer),
      // A TLS connection that was cut off after the handshake, when the request may have been sent.
      (NIOSSLError.uncleanShutdown, .brokenAnswer),
      (BoringSSLError.syscallError, .brokenAnswer),
      (NIOSSLError.handshakeFailed(.syscallError), .tlsFailed),
      (NIOSSLError.unableToValidateCertificate, .tlsFailed),
      (NIOSSLExtraError.failedToValidateHostname, .tlsFailed),
      (HTTPParserError.invalidVersion, .brokenAnswer),
      (Unknown(), .brokenAnswer),
    ]
    for (failure, kind) in failures {
      let translated = TransportFailure.translate(failure, origin: "https://as.example") as? HTTPTransportError
      #expect(translated?.kind == kind, "\(failure)")
    }
  }

  private struct Unknown: Error {}
}
#endif

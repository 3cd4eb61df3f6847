import Foundation
import OAuthCore
import Testing

@testable import OAuthURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The information about a request after a failure: it was never sent, or the server may have
/// handled it.
@Suite struct URLSessionFailureTests {
  // Programs signed the user out after any error, even when they were offline.
  @Test func `Only a failed connection means that nothing was sent`() {
    let failures: [(URLError.Code, HTTPTransportError.Kind)] = [
      (.notConnectedToInternet, .connectionFailed),
      (.cannotFindHost, .connectionFailed),
      (.cannotConnectToHost, .connectionFailed),
      (.dataNotAllowed, .connectionFailed),
      (.serverCertificateUntrusted, .tlsFailed),
      (.secureConnectionFailed, .tlsFailed),
      (.timedOut, .timedOut),
      // The phone lost its connection in a tunnel.
      (.networkConnectionLost, .brokenAnswer),
      (.cannotParseResponse, .brokenAnswer),
      (.badServerResponse, .brokenAnswer),
      (.cancelled, .brokenAnswer),
      (.unsupportedURL, .brokenAnswer),
      (.unknown, .brokenAnswer),
    ]
    for (code, kind) in failures {
      #expect(URLSessionFailure.translate(URLError(code)).kind == kind, "\(code.rawValue)")
    }
    #expect(URLSessionFailure.translate(CancellationError()).kind == .brokenAnswer)
  }

  @Test func `An unknown host is told from a port without a server`() {
    #expect(URLSessionFailure.translate(URLError(.cannotFindHost)).cause == "its name was not found")
    #expect(URLSessionFailure.translate(URLError(.cannotConnectToHost)).cause == "nothing listens at this port")
  }

  // Clients printed tokens, codes, verifiers and request URLs.
  @Test func `Only the number of URLSession's error is used, and not the address in it`() {
    let address = "https://as.example/token?code=secret"
    let error = URLError(
      .timedOut, userInfo: [NSLocalizedDescriptionKey: address])
    #expect(URLSessionFailure.translate(error).cause == "URLError \(URLError.Code.timedOut.rawValue)")
  }
}

import Foundation
import OAuthCore
import Testing

@testable import OAuthURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is known about a request after a failure: that it was never sent, or that the server may have done what it asks for.
@Suite struct URLSessionFailureTests {
  // LESSONS, Refresh: any error, being offline included, signs the person out.
  @Test func `Only where no connection was made is it said that nothing was sent`() {
    let failures: [(URLError.Code, HTTPTransportError.Kind)] = [
      (.notConnectedToInternet, .connectionFailed),
      (.cannotFindHost, .connectionFailed),
      (.cannotConnectToHost, .connectionFailed),
      (.dataNotAllowed, .connectionFailed),
      (.serverCertificateUntrusted, .tlsFailed),
      (.secureConnectionFailed, .tlsFailed),
      (.timedOut, .timedOut),
      // The phone went into a tunnel.
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

  // LESSONS, Clients: tokens, codes, verifiers and request URLs printed.
  @Test func `Of URLSession's error only the number is taken over, and not the address in it`() {
    let address = "https://as.example/token?code=secret"
    let error = URLError(
      .timedOut, userInfo: [NSLocalizedDescriptionKey: address])
    #expect(URLSessionFailure.translate(error).cause == "URLError \(URLError.Code.timedOut.rawValue)")
  }
}

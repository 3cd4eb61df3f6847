internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import OAuthCore

/// Says in Pixy's words what `URLSession` reported. Its own texts hold addresses; only the number of the error is taken over.
enum URLSessionFailure {
  static func translate(_ error: any Error) -> (kind: HTTPTransportError.Kind, cause: String?) {
    guard let error = error as? URLError else { return (.brokenAnswer, nil) }
    return (kind(of: error.code), "URLError \(error.code.rawValue)")
  }

  private static func kind(of code: URLError.Code) -> HTTPTransportError.Kind {
    switch code {
    case .timedOut: .timedOut
    // Nothing was sent.
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .internationalRoamingOff,
      .callIsActive, .dataNotAllowed:
      .connectionFailed
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      .tlsFailed
    // Everything else may have happened after the server got the request, and whoever refreshes tokens must know that. Linux's URLSession
    // has no word of its own for a handshake that fails, and calls an answer that isn't HTTP an unsupported address.
    default: .brokenAnswer
    }
  }
}

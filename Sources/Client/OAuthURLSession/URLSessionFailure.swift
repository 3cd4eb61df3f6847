internal import Foundation
#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
internal import OAuthCore

/// Translates `URLSession`'s errors into Pixy's. Their texts contain addresses, so only the number
/// of the error is used.
enum URLSessionFailure {
  static func translate(_ error: any Error) -> (kind: HTTPTransportError.Kind, cause: String?) {
    guard let error = error as? URLError else { return (.brokenAnswer, nil) }
    return (kind(of: error.code), words(for: error.code) ?? "URLError \(error.code.rawValue)")
  }

  /// The causes that users tell apart, in the words of the other transports.
  private static func words(for code: URLError.Code) -> String? {
    switch code {
    case .cannotFindHost, .dnsLookupFailed: "its name was not found"
    case .cannotConnectToHost: "nothing listens at this port"
    case .notConnectedToInternet: "the network does not lead there"
    default: nil
    }
  }

  private static func kind(of code: URLError.Code) -> HTTPTransportError.Kind {
    switch code {
    case .timedOut: .timedOut
    // The request was not sent.
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .internationalRoamingOff,
      .callIsActive, .dataNotAllowed:
      .connectionFailed
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      .tlsFailed
    // All other errors may occur after the server received the request, which matters for the
    // refresh of tokens. On Linux, URLSession has no error of its own for a failed handshake, and
    // it reports a response that isn't HTTP as an unsupported address.
    default: .brokenAnswer
    }
  }
}

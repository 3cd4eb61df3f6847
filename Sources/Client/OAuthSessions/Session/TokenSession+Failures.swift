internal import JOSE
internal import OAuth
internal import OAuthCore
internal import TokenStorage

extension TokenSession {
  /// Returns the session's error for a failure.
  func sessionError(_ error: any Error) -> TokenSessionError {
    switch error {
    case let error as TokenSessionError: error
    case let error as TokenStoreError: .storage(error)
    case let error as HTTPTransportError:
      error.kind == .invalidRequest ? .refused(error) : .temporary(error, retryAfter: nil)
    case let error as EndpointError: Self.sessionError(error)
    // The device of the key may be back later. Nothing was sent.
    case SignerError.failed: .temporary(error, retryAfter: nil)
    default: .refused(error)
    }
  }

  private static func sessionError(_ error: EndpointError) -> TokenSessionError {
    if error.category == .temporary { return .temporary(error, retryAfter: error.retryAfter) }
    return switch error.problem {
    case .refused, .foreignCode, .unexpectedStatus: .refused(error)
    case _ where error.isAboutTokenType: .refused(error)
    // A proxy or a hotel's sign-in page answers like this in the server's place.
    default: .temporary(error, retryAfter: nil)
    }
  }

  /// Returns the server's error, if it ends the session.
  func ending(_ error: any Error) -> ErrorResponse? {
    guard let error = error as? EndpointError, error.category != .temporary, let response = error.refusal,
      policy.endingErrors.contains(response.error)
    else { return nil }
    return response
  }
}

extension Duration {
  /// The duration rounded up to whole seconds.
  var roundedUp: Duration {
    .seconds(components.seconds + (components.attoseconds > 0 ? 1 : 0))
  }
}

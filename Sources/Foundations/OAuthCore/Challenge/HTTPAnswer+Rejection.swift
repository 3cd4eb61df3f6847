internal import HTTPTypes

extension HTTPAnswer {
  /// Returns whether a resource rejects the access token itself (RFC 6750 §3.1), and not, for example, a
  /// DPoP proof without a nonce. A 401 without a reason counts, because many APIs give none. Some APIs
  /// answer with 403 to an expired token, as they do to one without a right: the clock decides, unless
  /// the challenge says `invalid_token`, for which 401 is only recommended.
  ///
  /// - Parameter isOver: Returns whether the token's lifetime is over by the clock.
  package func rejectsToken(ifOver isOver: () -> Bool) -> Bool {
    let reasons = (try? AuthenticateChallenge.read(self))?.compactMap(\.error) ?? []
    if reasons.contains(.invalidToken) { return response.status.kind == .clientError }
    switch response.status {
    case .unauthorized: return reasons.isEmpty
    case .forbidden: return reasons.isEmpty && isOver()
    default: return false
    }
  }
}

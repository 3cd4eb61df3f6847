internal import HTTPTypes

extension HTTPAnswer {
  /// Returns whether a resource rejects the access token itself (RFC 6750 §3.1), and not, for example, a
  /// DPoP proof without a nonce. A 401 without a reason counts, because many APIs give none. Some APIs
  /// answer with 403 to an expired token, as they do to one without a right: the clock decides.
  ///
  /// - Parameter isOver: Returns whether the token's lifetime is over by the clock.
  package func rejectsToken(ifOver isOver: () -> Bool) -> Bool {
    switch response.status {
    case .unauthorized: break
    case .forbidden where isOver(): break
    default: return false
    }
    guard let challenges = try? AuthenticateChallenge.read(self) else { return true }
    let reasons = challenges.compactMap(\.error)
    return reasons.isEmpty || reasons.contains(.invalidToken)
  }
}

internal import HTTPTypes
internal import OAuthCore

extension LogoutDelivery {
  /// The result of one delivery.
  enum Outcome: Sendable, Hashable {
    /// The client accepted the logout token.
    case delivered
    /// The client answered with another status.
    case refused(status: Int)
    /// No complete answer arrived, for this reason.
    case noAnswer(reason: String)
  }

  /// Sends a logout token, and retries once after a failure that may be temporary (§2.5). Both
  /// requests have the same token, so that a client that received the first one recognizes the
  /// second.
  /// - Parameters:
  ///   - token: The logout token.
  ///   - address: The client's address for logout tokens.
  ///   - reachesPublicAddressesOnly: Whether a stranger chose the address.
  func send(_ token: Secret, to address: Endpoint, reachesPublicAddressesOnly: Bool = false) async -> Outcome {
    var limits = HTTPLimits(timeout: timeout, answerBytes: 65_536)
    limits.reachesPublicAddressesOnly = reachesPublicAddressesOnly
    let first = await attempt(token, address, limits)
    switch first {
    case .noAnswer, .refused(status: 429), .refused(status: 500...599):
      await sleep(pause)
      return await attempt(token, address, limits)
    case .delivered, .refused:
      return first
    }
  }

  private func attempt(_ token: Secret, _ address: Endpoint, _ limits: HTTPLimits) async -> Outcome {
    var request = address.request(.post)
    request.headerFields[.contentType] = MediaType.form
    var form = FormParameters()
    form.append("logout_token", token.reveal())
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(request, body: Array(form.formEncoded().utf8), limits: limits)
    } catch {
      let failure = error as? any ExplainedError
      return .noAnswer(reason: failure?.explanation ?? String(reflecting: type(of: error)))
    }
    // The client answers with 200, or with 204, which some frameworks send instead (§2.8).
    let status = answer.response.status
    return status == .ok || status == .noContent ? .delivered : .refused(status: status.code)
  }
}

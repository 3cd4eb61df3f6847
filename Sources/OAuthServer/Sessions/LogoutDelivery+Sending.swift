internal import HTTPTypes
internal import OAuthCore

extension LogoutDelivery {
  /// What became of one delivery.
  enum Outcome: Sendable, Hashable {
    /// The client took it.
    case delivered
    /// The client answered otherwise.
    case refused(status: Int)
    /// No whole answer came.
    case noAnswer
  }

  /// Sends a logout token, and once more if that failed for a reason that may pass (§2.5). It is the same token each time, so that
  /// a client which heard it the first time knows it.
  func send(_ token: Secret, to address: Endpoint) async -> Outcome {
    let first = await attempt(token, address)
    switch first {
    case .noAnswer, .refused(status: 429), .refused(status: 500...599):
      await sleep(pause)
      return await attempt(token, address)
    case .delivered, .refused:
      return first
    }
  }

  private func attempt(_ token: Secret, _ address: Endpoint) async -> Outcome {
    var request = address.request(.post)
    request.headerFields[.contentType] = MediaType.form
    var form = FormParameters()
    form.append("logout_token", token.reveal())
    let limits = HTTPLimits(timeout: timeout, answerOctets: 65_536)
    guard
      let answer = try? await transport.send(request, body: Array(form.formEncoded().utf8), limits: limits)
    else { return .noAnswer }
    // §2.8: 200, or what frameworks make of it.
    let status = answer.response.status
    return status == .ok || status == .noContent ? .delivered : .refused(status: status.code)
  }
}

internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// An endpoint that clients call directly, without a browser. Its errors have the form of RFC 6749
/// §5.2.
protocol ClientEndpoint: HTTPEndpoint, ServerPart {}

extension ClientEndpoint {
  /// Runs `body`, and turns a ``Refusal`` into an error response.
  ///
  /// - Parameters:
  ///   - event: The event of a rejected request in the audit log.
  ///   - describe: Adds what the request alone doesn't say.
  func answeringClient(
    recording event: AuditRecord.Event = .requestRejection, _ describe: (inout AuditRecord) -> Void = { _ in },
    _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as Refusal {
      logger.info("A client's request was rejected", metadata: refusal.metadata)
      // A device that waits for its user asks every few seconds.
      if refusal.response.error != .authorizationPending, refusal.response.error != .slowDown {
        audit(event, refusal.response.error.rawValue, describe)
      }
      var fields = refusal.fields
      if refusal.status == .unauthorized {
        fields[.wwwAuthenticate] = "Basic realm=\"\(issuer.text)\", charset=\"UTF-8\""
      }
      return .json(refusal.response, status: refusal.status, fields: fields)
    }
  }
}

extension Exchange {
  /// Returns the form that a client sent.
  /// - Parameter knownParameters: The names of parameters that may not be repeated.
  func clientForm(knownParameters: [String]) throws(Refusal) -> FormParameters {
    let form: FormParameters
    do {
      form = try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType:
        throw Refusal(.invalidRequest, "the content type must be application/x-www-form-urlencoded")
      case .malformed(let cause):
        throw Refusal(.invalidRequest, cause.explanation)
      }
    }
    try form.rejectRepetition(of: knownParameters)
    return form
  }
}

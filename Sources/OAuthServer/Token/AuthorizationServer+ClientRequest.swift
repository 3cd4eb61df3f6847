internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Answers what a client, not a browser, asks for; refusals take the form of RFC 6749 §5.2.
  func answeringClient(_ grant: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    do {
      return try await grant()
    } catch let error as TokenRefusal {
      return answer(error.refusal, status: error.status, fields: error.fields)
    } catch let error as Refusal {
      return answer(error, status: .badRequest)
    }
  }

  /// The form that a client sent.
  /// - Parameter understood: the names of which none may appear twice.
  func clientForm(
    _ request: HTTPRequest, _ body: [UInt8], understood: [String]
  ) throws(Refusal) -> FormParameters {
    let form: FormParameters
    do {
      form = try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType:
        throw Refusal(.invalidRequest, "the content type must be application/x-www-form-urlencoded")
      case .malformed(let cause):
        throw Refusal(.invalidRequest, "\(cause)")
      }
    }
    try form.refuseRepetition(of: understood)
    return form
  }

  private func answer(
    _ refusal: Refusal, status: HTTPResponse.Status, fields: HTTPFields = [:]
  ) -> HTTPAnswer {
    logger.info("A client's request was refused", metadata: ["error": "\(refusal.response.error.rawValue)"])
    var fields = fields
    if status == .unauthorized { fields[.wwwAuthenticate] = "Basic realm=\"\(issuer.text)\", charset=\"UTF-8\"" }
    return .json(refusal.response, status: status, fields: fields)
  }
}

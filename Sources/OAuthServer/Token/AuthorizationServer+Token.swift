internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The parameters of token requests; none may appear twice (RFC 6749 §3.2). Others are ignored.
  private static let understood = [
    "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier", "refresh_token", "scope",
  ]

  /// The token endpoint (RFC 6749 §3.2).
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    do {
      return .json(try await redeem(request, tokenForm(request, body)))
    } catch let error as TokenRefusal {
      return answer(error.refusal, status: error.status)
    } catch let error as Refusal {
      return answer(error, status: .badRequest)
    }
  }

  private func redeem(_ request: HTTPRequest, _ form: FormParameters) async throws -> [String: JSONValue] {
    guard let name = form.value("grant_type") else {
      throw Refusal(.invalidRequest, "grant_type is missing: send authorization_code or refresh_token")
    }
    guard let grant = GrantType(rawValue: name) else {
      throw Refusal(.unsupportedGrantType, "this server takes authorization_code and refresh_token")
    }
    let client = try await authenticatedClient(request, form)
    guard client.grants.contains(grant) else {
      throw Refusal(.unauthorizedClient, "this client may not use this grant type")
    }
    return switch grant {
    case .authorizationCode: try await redeemCode(form, client)
    case .refreshToken: try await refresh(form, client)
    }
  }

  private func tokenForm(_ request: HTTPRequest, _ body: [UInt8]) throws(Refusal) -> FormParameters {
    do {
      let form = try RequestForm.read(request, body)
      try form.refuseRepetition(of: Self.understood)
      return form
    } catch let error as RequestForm.Failure {
      switch error {
      case .otherContentType:
        throw Refusal(.invalidRequest, "the content type must be application/x-www-form-urlencoded")
      case .malformed(let cause):
        throw Refusal(.invalidRequest, "\(cause)")
      }
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal(.invalidRequest, "the form cannot be read")
    }
  }

  private func answer(_ refusal: Refusal, status: HTTPResponse.Status) -> HTTPAnswer {
    logger.info("A token request was refused", metadata: ["error": "\(refusal.response.error.rawValue)"])
    var fields: HTTPFields = [:]
    if status == .unauthorized { fields[.wwwAuthenticate] = "Basic realm=\"\(issuer.text)\", charset=\"UTF-8\"" }
    return .json(refusal.response, status: status, fields: fields)
  }
}

package import HTTPTypes
internal import Logging
package import OAuthCore

extension AuthorizationServer {
  /// The authorization endpoint (RFC 6749 §3.1): GET with a query, or POST with a form (OpenID Connect Core §3.1.2.1).
  func answerAuthorization(
    _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
  ) async throws -> HTTPAnswer {
    let parameters: FormParameters
    do {
      parameters =
        request.method == .post
        ? try RequestForm.read(request, body) : try FormParameters(decoding: target.query)
    } catch RequestForm.Failure.otherContentType {
      return errorPage(.otherContentType, status: .unsupportedMediaType)
    } catch {
      return errorPage(.malformed)
    }
    return try await refusing {
      let request = try await requestParser.parse(parameters)
      return try signInPage(for: request, username: request.loginHint ?? "")
    }
  }

  var requestParser: AuthorizationRequestParser {
    AuthorizationRequestParser(configuration: configuration, clients: clients)
  }

  /// Turns a refusal into its answer.
  func refusing(_ body: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch AuthorizationRefusal.page(let reason) {
      logger.info("An authorization request was refused with a page")
      return errorPage(reason)
    } catch AuthorizationRefusal.redirect(let address, let error) {
      logger.info(
        "An authorization request was refused",
        metadata: ["client_id": "\(address.client.id)", "error": "\(error.error.rawValue)"])
      guard address.client.mayBeSentUnasked(error.error) else { return errorPage(.untrustedClient(error.error)) }
      return redirect(address, error)
    }
  }

  /// Sends the client an error, with its `state` (RFC 6749 §4.1.2.1) and the server's name (RFC 9207 §2).
  func redirect(_ address: AnswerAddress, _ error: ErrorResponse) -> HTTPAnswer {
    var parameters = FormParameters()
    parameters.append("error", error.error.rawValue)
    parameters.append("error_description", ifPresent: error.errorDescription?.description)
    return redirect(address, parameters)
  }

  func redirect(_ address: AnswerAddress, _ parameters: FormParameters) -> HTTPAnswer {
    var parameters = parameters
    parameters.append("state", ifPresent: address.state?.reveal())
    parameters.append("iss", issuer.text)
    return .redirect(to: address.redirectURI.adding(parameters))
  }

  func errorPage(_ reason: ErrorPage.Reason, status: HTTPResponse.Status = .badRequest) -> HTTPAnswer {
    errorPage(ErrorPage(reason), status: status)
  }

  /// A page that says why a sign-in can't go on: the server's own reasons, or those of what stands in front of it.
  package func errorPage(_ page: ErrorPage, status: HTTPResponse.Status) -> HTTPAnswer {
    do {
      return try answer(.error(page), status: status, answeredAt: nil)
    } catch {
      log(failure: error, at: .authorization)
      return .text(page.title, status: status)
    }
  }

  func answer(_ page: Page, status: HTTPResponse.Status, answeredAt redirectURI: RedirectURI?) throws -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: status,
        headerFields: PageFields.fields(
          styleSheet: pages.styleSheet, hasForm: page.hasForm, answeredAt: redirectURI)),
      body: Array(try pages.html(page).utf8))
  }
}

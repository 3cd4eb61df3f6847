internal import HTTPTypes
internal import Logging
package import OAuthCore

extension AuthorizationServer {
  /// The authorization endpoint (RFC 6749 §3.1): GET with a query, or POST with a form (OpenID Connect Core §3.1.2.1).
  func answerAuthorization(
    _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
  ) async throws -> HTTPAnswer {
    try await refusing {
      let asked = try await requestParser.parse(try parameters(of: request, target, body))
      let visitor = try await visitor(of: request)
      if request.method == .post, visitor?.isNew == true {
        // A form from the client's site comes without the cookie (`SameSite`); the redirect that answers it goes with it.
        return .redirect(to: configuration.authorizationEndpoint.text + "?" + asked.encoded.reveal())
      }
      return try await proceed(with: asked, visitor)
    }
  }

  var requestParser: AuthorizationRequestParser {
    AuthorizationRequestParser(server: parts, clients: clients, address: context.address, now: clock.now())
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
      guard address.client.mayBeSentUnasked(error.error) else {
        return errorPage(.developersFault(RegisteredClient.whyNobodyIsSent(error.error)))
      }
      return redirect(address, error)
    }
  }

  /// A page that says why a sign-in can't go on: the server's own reasons, or those of what stands in front of it.
  package func errorPage(_ reason: ErrorPage.Reason) -> HTTPAnswer {
    do {
      return try answer(.error(ErrorPage(reason)), status: reason.status, answeredAt: nil)
    } catch {
      log(failure: error, at: .authorization)
      return .text(PageTexts.english.title(reason).description, status: reason.status)
    }
  }

  /// An answer that shows a page.
  /// - Parameters:
  ///   - status: what it is without a problem; a page that is shown again has its problem's.
  ///   - redirectURI: where the page's form leads to in the end, if that is elsewhere.
  ///   - uiLocales: what the request says about languages, which counts more than what the browser says (OpenID Connect
  ///     Core §3.1.2.1).
  func answer(
    _ page: Page, status: HTTPResponse.Status, answeredAt redirectURI: RedirectURI?,
    uiLocales: LanguagePreference = .none
  ) throws -> HTTPAnswer {
    var fields = PageFields.fields(for: page, styleSheet: pages.styleSheet, answeredAt: redirectURI)
    fields[.retryAfter] = page.problem?.retryAfter
    return HTTPAnswer(
      HTTPResponse(status: page.problem?.status ?? status, headerFields: fields),
      body: Array(try pages.html(page, for: uiLocales.orElse(languages)).utf8))
  }
}

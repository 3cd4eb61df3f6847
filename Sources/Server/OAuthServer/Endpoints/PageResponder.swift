internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Creates responses from pages.
struct PageResponder: ServerPart {
  let core: ServerCore
  let pages: any Pages

  /// Returns a response that shows a page.
  /// - Parameters:
  ///   - page: The page. If it reports a problem, the problem's status replaces `status`.
  ///   - exchange: The request, for the languages of its browser.
  ///   - status: The status of a page without a problem.
  ///   - redirectURI: The address that the page's form finally leads to, if it is at another site.
  ///   - uiLocales: The languages that the authorization request names. They take precedence over
  ///     the browser's (OpenID Connect Core §3.1.2.1).
  func answer(
    _ page: Page, to exchange: Exchange, status: HTTPResponse.Status = .ok, answeredAt redirectURI: RedirectURI? = nil,
    uiLocales: LanguagePreference = .none
  ) throws -> HTTPAnswer {
    var fields = PageFields.fields(for: page, styleSheet: pages.styleSheet, answeredAt: redirectURI)
    fields[.retryAfter] = page.problem?.retryAfter
    return HTTPAnswer(
      HTTPResponse(status: page.problem?.status ?? status, headerFields: fields),
      body: Array(try pages.html(page, for: uiLocales.orElse(exchange.languages)).utf8))
  }

  /// Returns a page that explains why a sign-in failed. If the page can't be created, the response
  /// is a line of text.
  func error(_ reason: ErrorPage.Reason, to exchange: Exchange) -> HTTPAnswer {
    do {
      return try answer(.error(ErrorPage(reason)), to: exchange, status: reason.status)
    } catch {
      log(error)
      return .text(PageTexts.english.title(reason).description, status: reason.status)
    }
  }
}

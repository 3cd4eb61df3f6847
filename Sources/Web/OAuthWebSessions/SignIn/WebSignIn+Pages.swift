package import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
package import OAuthProviders

extension WebSignIn {
  /// Returns a response with an HTML page, and with the fields that protect the library's own
  /// pages: no script, no frame, nothing from other sites, no copy in a cache.
  ///
  /// - Parameters:
  ///   - html: The HTML document.
  ///   - status: The status. Default: 200.
  ///   - imageOrigin: The origin of pictures on the page, such as that of the user's picture. An
  ///     origin that would end the policy's directive is left out. Default: none besides the
  ///     application's.
  package func document(
    _ html: String, status: HTTPResponse.Status = .ok, imageOrigin: String? = nil
  ) -> WebResponse {
    let images = ["'self'", imageOrigin.flatMap(Self.source)].compactMap(\.self).joined(separator: " ")
    let policy =
      "default-src 'none'; style-src 'self'; img-src \(images); form-action 'self'; base-uri 'none'; "
      + "frame-ancestors 'none'"
    return secured(
      WebResponse(
        status: status, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
        body: Array(html.utf8)))
  }

  /// Renders one of the library's pages.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - status: The status. Default: 200.
  ///   - deletesCopies: Whether the browser deletes its copies of the user's pages, because the session
  ///     has ended. Default: no.
  func page(
    _ page: WebSignInPage, status: HTTPResponse.Status = .ok, deletesCopies: Bool = false
  ) throws -> WebResponse {
    let styleSheet = paths.styleSheet + (deletesCopies ? "?" + Self.deletingCopies : "")
    return document(try pages.html(page, styleSheet: styleSheet), status: status)
  }

  private static let deletingCopies = "signed-out"

  /// Returns the style sheet. That of a page after a session has the browser delete its copies of the
  /// user's pages once more: the page with the sign-out's form is kept for Back only when the page
  /// after it is shown, so `Clear-Site-Data` of the form's answer doesn't reach it.
  func styleSheet(for request: WebRequest) -> WebResponse {
    var response = secured(
      WebResponse(
        status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
        body: Array(pages.styleSheet.utf8)))
    response.headers[.cacheControl] = "max-age=3600"
    if (request.head.path ?? "").hasSuffix("?" + Self.deletingCopies),
      RequestOrigin(request.headers, of: address.origin) != .foreign
    {
      response.headers[.cacheControl] = "no-store"
      response.headers.deleteBrowserCopies()
    }
    return response
  }

  /// Returns an origin that the policy can contain; `nil` if it has a character that would end the
  /// directive.
  private static func source(_ origin: String) -> String? {
    origin.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !";,'\"*".utf8.contains($0) } ? origin : nil
  }

  /// Adds the security fields to a response.
  package func secured(_ response: WebResponse) -> WebResponse {
    var response = response
    response.headers[.cacheControl] = "no-store"
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.xFrameOptions] = "DENY"
    // Not `no-referrer`: browsers would send `Origin: null` with forms, which are then rejected.
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    }
    if isHTTPS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }

  /// Logs an error, and returns its page.
  ///
  /// - Parameters:
  ///   - error: Any error.
  ///   - client: The client at the provider that was asked, if one was. Default: none.
  ///   - returnPath: The path to return to after a new sign-in. Default: the root.
  package func problem(
    _ error: any Error, at client: ProviderClient? = nil, returningTo returnPath: ReturnPath = .root
  ) -> WebResponse {
    let problem = WebProblem(error, at: client?.provider.name)
    // The address isn't logged, because it may contain a code.
    logger.log(
      level: problem.status.code >= 500 ? .error : .info, "request rejected",
      metadata: [
        "status": "\(problem.status.code)", "code": "\(problem.code ?? "-")", "reason": "\(Self.logged(error))",
        "cause": "\(ErrorCategory(of: error)?.rawValue ?? "-")", "provider": "\(client?.provider.id ?? "-")",
        "remedy": "\((error as? any ExplainedError)?.remedy ?? "-")",
      ])
    let page = WebSignInPage.Problem(
      title: problem.title, words: problem.words, code: problem.code,
      signInAddress: signInLocation(returningTo: returnPath, isAgain: true),
      continueAddress: error as? SignInRefusal == .alreadySignedIn ? startPath : nil, startAddress: startPath)
    var response =
      (try? self.page(.problem(page), status: problem.status, deletesCopies: error is UnstoredSignOut))
      ?? secured(WebResponse(status: problem.status, headers: [.contentType: "text/plain; charset=utf-8"]))
    if let allowedMethods = (error as? WrongMethod)?.allowedMethods {
      response.headers[.allow] = allowedMethods.map(\.rawValue).joined(separator: ", ")
    }
    return response
  }

  private static func logged(_ error: any Error) -> String {
    (error as? SignInRefusal).map { "\($0)" } ?? reason((error as? UnstoredSignOut)?.cause ?? error)
  }
}

extension HTTPField.Name {
  /// `Referrer-Policy` (Referrer Policy §4.1).
  static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .cacheControl
  /// `Cross-Origin-Opener-Policy` (HTML §7.1.3).
  static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .cacheControl
}

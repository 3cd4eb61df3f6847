#if LOOPBACK
internal import HTTPTypes

/// The listener's pages. All of their text is constant: no part of a request or response is
/// repeated.
enum LoopbackPage {
  case signedIn
  case notSignedIn
  case alreadyCompleted
  case notThisSignIn
  case waiting
  /// The answer to a page load ahead of time. The browser discards it because of its status.
  case tooEarly
  case fragmentRelay
  case methodNotAllowed
  case methodNotAllowedWithPost
  case notFound

  var head: HTTPResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "text/html; charset=utf-8"
    head.headerFields[.contentLength] = String(html.utf8.count)
    head.headerFields[.cacheControl] = "no-store"
    head.headerFields[.connection] = "close"
    head.headerFields[.contentSecurityPolicy] =
      "default-src 'none'; \(scriptSource)style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; "
      + "form-action 'none'"
    head.headerFields[.xContentTypeOptions] = "nosniff"
    // The browser's address bar contains the code, which must not be sent anywhere in a `Referer`.
    if let referrerPolicy = HTTPField.Name("Referrer-Policy") { head.headerFields[referrerPolicy] = "no-referrer" }
    if case .methodNotAllowed = self { head.headerFields[.allow] = "GET, HEAD" }
    if case .methodNotAllowedWithPost = self { head.headerFields[.allow] = "GET, HEAD, POST" }
    return head
  }

  /// Returns the text of the page; an empty text if the method asks for the head only.
  func body(for method: HTTPRequest.Method) -> String {
    method == .head ? "" : html
  }

  private var status: HTTPResponse.Status {
    switch self {
    case .signedIn, .waiting, .fragmentRelay: .ok
    case .notSignedIn, .notThisSignIn: .badRequest
    case .alreadyCompleted: .gone
    case .methodNotAllowed, .methodNotAllowedWithPost: .methodNotAllowed
    case .notFound: .notFound
    case .tooEarly: .serviceUnavailable
    }
  }

  private var html: String {
    switch self {
    case .signedIn:
      Self.page("Signed in", "You are signed in. You can close this tab and go back to the application.")
    case .notSignedIn:
      Self.page("Not signed in", "The sign-in did not succeed. The application that you came from says why.")
    case .alreadyCompleted:
      Self.page("Already done", "This sign-in has already been completed. You can close this tab.")
    case .notThisSignIn:
      Self.page("Not this sign-in", "This response does not belong to the sign-in that is in progress here.")
    case .waiting, .tooEarly: Self.page("Waiting", "A sign-in is in progress here.")
    case .fragmentRelay:
      Self.page("One moment", "Your browser passes the response on. This needs JavaScript.", script: Self.relay)
    case .methodNotAllowed, .methodNotAllowedWithPost: Self.page("Not allowed", "This method is not allowed here.")
    case .notFound: Self.page("Nothing here", "There is nothing at this address.")
    }
  }

  /// A script that sends the fragment, which browsers don't send, as a query, and replaces the
  /// address in the history.
  private static let relay: StaticString =
    """
    location.replace(location.pathname+"?"+location.hash.slice(1))
    """

  /// The source expression of the page's script: its SHA-256. Only one page has a script.
  private var scriptSource: String {
    guard case .fragmentRelay = self else { return "" }
    return "script-src 'sha256-m0UnnxNZdMLTqTh5924XZaBdW5VNslJ9/ynvA5Px2S8='; "
  }

  private static func page(_ title: StaticString, _ text: StaticString, script: StaticString? = nil) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>
    :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
    body { max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem }
    h1 { font-size: 1.5rem }
    </style></head>
    <body><main><h1>\(title)</h1><p>\(text)</p></main>\(script.map { "<script>\($0)</script>" } ?? "")</body>
    </html>

    """
  }
}
#endif

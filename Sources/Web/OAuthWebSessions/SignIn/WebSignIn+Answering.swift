internal import HTTPTypes
internal import OAuthCore
internal import OAuthProviders

extension WebSignIn {
  /// Answers a request to one of the library's paths.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - session: The browser's session, if it has one.
  /// - Returns: The response; `nil` if the path is the application's.
  package func answer(_ request: WebRequest, _ session: BrowserSession?) async throws -> WebResponse? {
    let path = request.path
    guard paths.contain(path) else { return nil }
    if let moved = movedToAddress(request) { return moved }
    if let shortened = shortened(request) { return shortened }
    switch (path, request.method) {
    case (paths.signIn, .get), (paths.signIn, .head): return try await signInPage(request, session)
    case (paths.styleSheet, .get), (paths.styleSheet, .head): return styleSheet(for: request)
    case (paths.session, .get), (paths.session, .head): return sessionCheck(request, session)
    case (paths.signOut, .get), (paths.signOut, .head): return try signOutPage(session)
    case (paths.signOut, .post): return try await signOut(request, session)
    case (paths.signedOut, .get): return redirect(to: signInLocation(notice: .signedOut))
    case (paths.signIn, _), (paths.session, _), (paths.styleSheet, _), (paths.signedOut, _):
      throw WrongMethod(allowedMethods: [.get, .head])
    case (paths.signOut, _): throw WrongMethod(allowedMethods: [.get, .head, .post])
    default: break
    }
    if let client = client(below: paths.signIn, path) {
      // No HEAD: only a browser that follows the redirect begins a sign-in.
      if request.method == .post, accounts != nil { return try await beginLinking(request, session, at: client) }
      guard request.method == .get else { throw WrongMethod(allowedMethods: [.get] + (accounts == nil ? [] : [.post])) }
      return try await beginSignIn(request, session, at: client)
    }
    if let client = client(below: paths.callback, path) {
      guard request.method == .get || request.method == .post else { throw WrongMethod(allowedMethods: [.get, .post]) }
      // A page load ahead of time would use up the sign-in, and its session might never reach the browser.
      guard !request.headers.isSpeculative else { return secured(WebResponse(status: .serviceUnavailable)) }
      return try await finishSignIn(request, at: client, replacing: session)
    }
    if sessions.storage.store != nil, let client = client(below: paths.backChannelLogout, path) {
      guard request.method == .post else { throw WrongMethod(allowedMethods: [.post]) }
      return await backChannelLogout(request, at: client)
    }
    throw SignInRefusal.noSuchPage
  }

  private func client(below parent: String, _ path: String) -> ProviderClient? {
    path.hasPrefix(parent + "/") ? client(at: String(path.dropFirst(parent.count + 1))) : nil
  }

  /// Redirects the browser with status 303, so that it follows with a GET (RFC 9700 §4.12).
  ///
  /// - Parameter location: A path of the application, or the provider's address. The root of the
  ///   origin means the application's first page.
  package func redirect(to location: String) -> WebResponse {
    let path = location == "/" ? startPath : location
    let location = path.hasPrefix("/") ? address.origin + path : path
    return secured(WebResponse(status: .seeOther, headers: [.location: location]))
  }

  /// Returns the path of the sign-in page.
  ///
  /// - Parameters:
  ///   - returnPath: The path to return to after the sign-in. Default: the root.
  ///   - notice: The notice that the page shows. Default: none.
  ///   - options: The parameters of the sign-in. Default: none.
  ///   - isAgain: Whether the page is shown to signed-in users too. Default: no.
  package func signInLocation(
    returningTo returnPath: ReturnPath = .root, notice: SignInNotice? = nil, options: SignInOptions = SignInOptions(),
    isAgain: Bool = false
  ) -> String {
    var query = FormParameters()
    if returnPath != .root { query.append(Self.returnField, ReturnCookie.reference(returnPath)) }
    query.append(Self.noticeField, ifPresent: notice?.rawValue)
    options.append(to: &query)
    if isAgain { query.append(Self.againField, "yes") }
    let text = query.queryEncoded()
    return paths.signIn + (text.isEmpty ? "" : "?" + text)
  }

  /// Redirects the browser to the sign-in page. A long path to return to goes into a cookie.
  package func redirectToSignIn(
    returningTo returnPath: ReturnPath = .root, notice: SignInNotice? = nil, options: SignInOptions = SignInOptions()
  ) -> WebResponse {
    let location = signInLocation(returningTo: returnPath, notice: notice, options: options)
    return adding(returnCookie.setting(returnPath).map { [$0] } ?? [], to: redirect(to: location))
  }

  /// Moves a long path to return to from the address of the sign-in page into a cookie; `nil` if there
  /// is none.
  private func shortened(_ request: WebRequest) -> WebResponse? {
    let query = query(of: request)
    guard request.method == .get, request.path == paths.signIn || request.path.hasPrefix(paths.signIn + "/"),
      let path = ((try? query.single(Self.returnField)) ?? nil).flatMap({ ReturnPath($0) }),
      let field = returnCookie.setting(path)
    else { return nil }
    var shortQuery = FormParameters()
    for pair in query.pairs {
      shortQuery.append(pair.name, pair.name == Self.returnField ? ReturnCookie.reference(path) : pair.value)
    }
    return adding([field], to: redirect(to: request.path + "?" + shortQuery.queryEncoded()))
  }

  /// Adds cookies to an answer.
  func adding(_ cookies: [String], to response: WebResponse) -> WebResponse {
    var response = response
    for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return response
  }

  static let returnField = "return"
  static let noticeField = "notice"
  static let againField = "again"

  /// Returns the path to return to that a request names. It is the root if there is none, if it is
  /// unusable, or if it is one of the library's own or another application's.
  func returnPath(in request: WebRequest) -> ReturnPath {
    guard let text = (try? query(of: request).single(Self.returnField)) ?? nil,
      let path = returnCookie.path(text, in: request.headers), !paths.contain(path.path),
      "\(path.path)/".hasPrefix(startPath)
    else { return .root }
    return path
  }

  /// Returns the query of a request; empty if it can't be read.
  func query(of request: WebRequest) -> FormParameters {
    let query = (request.head.path ?? "").utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    return (try? FormParameters(decoding: Array(query))) ?? FormParameters()
  }
}

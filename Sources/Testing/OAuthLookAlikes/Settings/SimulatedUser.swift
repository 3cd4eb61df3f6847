internal import HTTPTypes
public import OAuthCore
internal import OAuthServer

/// A simulated user with a simulated browser.
///
/// It opens an authorization request, fills in the sign-in page of an `AuthorizationServer` or a
/// ``LookAlike``, and returns the callback that the server redirects to. It sends the page's cookie
/// and CSRF token as a browser would. It reads no HTML, so it works with every design of the pages.
public struct SimulatedUser: Sendable {
  /// The user name on the sign-in page.
  public let username: String
  /// The password on the sign-in page.
  public let password: Secret
  /// Whether the user allows the client's request.
  public let agrees: Bool

  /// Creates a user who signs in and then allows or denies the request.
  ///
  /// - Parameters:
  ///   - username: The user name, which the server must know.
  ///   - password: The password. A wrong one ends as ``UnexpectedAnswer``.
  ///   - agrees: Whether the user allows the client's request. Default: yes.
  public init(username: String, password: Secret, agrees: Bool = true) {
    self.username = username
    self.password = password
    self.agrees = agrees
  }

  /// The error of a sign-in that didn't reach its end: the server showed an error page or the form
  /// again. It contains only the status.
  public struct UnexpectedAnswer: Error {
    /// The status of the unexpected answer.
    public let status: Int
  }

  /// Opens an authorization request and signs in on its page.
  /// - Parameters:
  ///   - url: The authorization request.
  ///   - transport: The transport that carries the browser's requests.
  /// - Returns: The address that the server redirects to: the callback with its parameters.
  /// - Throws: ``UnexpectedAnswer`` if the server shows an error page or the form again, `URIError`
  ///   if `url` is no address, and the errors of the transport.
  public func visit(_ url: String, through transport: any HTTPTransport) async throws -> String {
    let address = try Endpoint(url)
    let page = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    if let location = page.response.headerFields[.location] { return location }
    guard page.response.status == .ok else { throw UnexpectedAnswer(status: page.response.status.code) }

    var form = FormParameters()
    form.append(PageField.request, address.query ?? "")
    let cookie = Self.cookie(of: page)
    tie(&form, to: cookie)
    fill(&form)
    var request = address.request(.post)
    request.path = (request.path?.prefix { $0 != "?" }).map { $0 + "/decision" }
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = address.origin
    request.headerFields[.cookie] = cookie
    let answer = try await transport.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
    guard let location = answer.response.headerFields[.location] else {
      throw UnexpectedAnswer(status: answer.response.status.code)
    }
    return location
  }

  /// Enters a device's user code, signs in, and allows or denies the request (RFC 8628 §3.3).
  /// - Parameters:
  ///   - userCode: The user code, in any case and with any separators.
  ///   - address: The verification URI. A code in its query is ignored.
  ///   - transport: The transport that carries the browser's requests.
  /// - Throws: ``UnexpectedAnswer`` if the server shows no form, rejects the code, or shows the
  ///   form again, and the errors of the transport.
  public func enter(userCode: String, at address: Endpoint, through transport: any HTTPTransport) async throws {
    let page = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    guard page.response.status == .ok else { throw UnexpectedAnswer(status: page.response.status.code) }

    let cookie = Self.cookie(of: page)
    var form = FormParameters()
    form.append(PageField.userCode, userCode)
    tie(&form, to: cookie)
    try await post(form, cookie, to: address, through: transport)
    fill(&form)
    try await post(form, cookie, to: address, through: transport)
  }

  /// Returns the `Cookie` value for the page's next request, or `nil` if the server set no cookie.
  private static func cookie(of page: HTTPAnswer) -> String? {
    page.response.headerFields[.setCookie].map { String($0.prefix { $0 != ";" }) }
  }

  /// Adds the CSRF token, which the server derives from the browser's cookie.
  private func tie(_ form: inout FormParameters, to cookie: String?) {
    guard let secret = cookie?.split(separator: "=", maxSplits: 1).last else { return }
    form.append(PageField.token, FormToken(cookie: Secret(String(secret))).secret.reveal())
  }

  private func fill(_ form: inout FormParameters) {
    form.append(PageField.username, username)
    form.append(PageField.password, password.reveal())
    form.append(PageField.decision, agrees ? PageField.approve : PageField.deny)
  }

  /// Posts a form as a browser does from a page at that address.
  private func post(
    _ form: FormParameters, _ cookie: String?, to address: Endpoint, through transport: any HTTPTransport
  ) async throws {
    var request = address.request(.post)
    request.path = request.path.map { String($0.prefix { $0 != "?" }) }
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = address.origin
    request.headerFields[.cookie] = cookie
    let answer = try await transport.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
    guard answer.response.status == .ok else { throw UnexpectedAnswer(status: answer.response.status.code) }
  }
}

extension SimulatedUser.UnexpectedAnswer: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "unexpected_answer", at: .configuration, .invalidInput, "The server answered the browser with status \(status).",
      remedy: "Compare the simulated user with the server's user, and read the server's log.")
  }
}

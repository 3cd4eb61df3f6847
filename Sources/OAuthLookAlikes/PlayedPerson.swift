internal import HTTPTypes
public import OAuthCore
internal import OAuthServer

/// A person with a browser, played: opens an authorization address, fills the sign-in page in, and goes where the
/// server sends them.
public struct PlayedPerson: Sendable {
  /// What they type.
  public let username: String
  /// What they type.
  public let password: Secret
  /// Whether they agree.
  public let agrees: Bool

  /// Somebody who signs in with these words, and agrees or refuses.
  ///
  /// - Parameters:
  ///   - username: what they type; the server must know it.
  ///   - password: what they type; a wrong one ends as ``Lost``.
  ///   - agrees: whether they allow what the application asks for.
  public init(username: String, password: Secret, agrees: Bool = true) {
    self.username = username
    self.password = password
    self.agrees = agrees
  }

  /// Something on the way wasn't as it should be. It carries the status alone.
  public struct Lost: Error, CustomStringConvertible {
    /// The status of the answer that led nowhere.
    public let status: Int

    /// The status.
    public var description: String { "the server answered the browser with status \(status)" }
  }

  /// Opens an address and follows it through the sign-in page.
  /// - Parameters:
  ///   - url: the authorization request.
  ///   - transport: what the browser sends its requests with.
  /// - Returns: the address that the server sends the browser to: the callback with its parameters.
  /// - Throws: ``Lost`` if the server shows an error page or asks again; what the transport throws.
  public func visit(_ url: String, through transport: any HTTPTransport) async throws -> String {
    let address = try Endpoint(url)
    let page = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    if let location = page.response.headerFields[.location] { return location }
    guard page.response.status == .ok else { throw Lost(status: page.response.status.code) }

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
      throw Lost(status: answer.response.status.code)
    }
    return location
  }

  /// Enters the code that a device shows, signs in, and allows or refuses (RFC 8628 §3.3).
  /// - Parameters:
  ///   - userCode: the code, in whatever case and with whatever separators.
  ///   - address: the verification URI; a code in its query isn't looked at, as a person types what they see.
  ///   - transport: what the browser sends its requests with.
  /// - Throws: ``Lost`` if the server doesn't show the form, doesn't know the code, or asks again; what the transport
  ///   throws.
  public func enter(userCode: String, at address: Endpoint, through transport: any HTTPTransport) async throws {
    let page = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    guard page.response.status == .ok else { throw Lost(status: page.response.status.code) }

    let cookie = Self.cookie(of: page)
    var form = FormParameters()
    form.append(PageField.userCode, userCode)
    tie(&form, to: cookie)
    try await post(form, cookie, to: address, through: transport)
    fill(&form)
    try await post(form, cookie, to: address, through: transport)
  }

  /// What a browser would send back; nil if the server set no cookie.
  private static func cookie(of page: HTTPAnswer) -> String? {
    page.response.headerFields[.setCookie].map { String($0.prefix { $0 != ";" }) }
  }

  /// The server ties its forms to the browser's cookie.
  private func tie(_ form: inout FormParameters, to cookie: String?) {
    guard let secret = cookie?.split(separator: "=", maxSplits: 1).last else { return }
    form.append(PageField.token, FormToken(cookie: Secret(String(secret))).secret.reveal())
  }

  private func fill(_ form: inout FormParameters) {
    form.append(PageField.username, username)
    form.append(PageField.password, password.reveal())
    form.append(PageField.decision, agrees ? PageField.approve : PageField.deny)
  }

  /// Posts a form as a browser does from a page of that address, and is shown a page.
  private func post(
    _ form: FormParameters, _ cookie: String?, to address: Endpoint, through transport: any HTTPTransport
  ) async throws {
    var request = address.request(.post)
    request.path = request.path.map { String($0.prefix { $0 != "?" }) }
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = address.origin
    request.headerFields[.cookie] = cookie
    let answer = try await transport.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
    guard answer.response.status == .ok else { throw Lost(status: answer.response.status.code) }
  }
}

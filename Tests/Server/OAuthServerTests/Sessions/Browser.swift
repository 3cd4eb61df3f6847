import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

/// A user's browser. It keeps the server's cookies, and posts the forms of the pages unchanged.
final class Browser: Sendable {
  private let test: SessionServer
  private let jar = Mutex<String?>(nil)
  private let knownMark = Mutex<String?>(nil)
  private let userAgent = Mutex<String?>(nil)
  private let network = Mutex<ClientAddress?>(nil)

  init(_ test: SessionServer) {
    self.test = test
  }

  /// The `User-Agent` field. A test may set it.
  var agent: String? {
    get { userAgent.withLock { $0 } }
    set { userAgent.withLock { $0 = newValue } }
  }

  /// The address that requests come from. A test may set it.
  var address: ClientAddress? {
    get { network.withLock { $0 } }
    set { network.withLock { $0 = newValue } }
  }

  /// The `Cookie` field. A test may set it.
  var cookie: String? {
    get { jar.withLock { $0 } }
    set { jar.withLock { $0 = newValue } }
  }

  /// The cookie of a browser that a user has signed in with before. A test may set it.
  var known: String? {
    get { knownMark.withLock { $0 } }
    set { knownMark.withLock { $0 = newValue } }
  }

  /// The cookie's value.
  var secret: String? {
    cookie?.split(separator: "=", maxSplits: 1).last.map(String.init)
  }

  func get(_ path: String, _ parameters: FormParameters? = nil, method: HTTPRequest.Method = .get) async -> HTTPAnswer {
    await send(method, path + (parameters.map { "?" + $0.queryEncoded() } ?? ""), [:], "")
  }

  /// Posts a form, by default from the server's own page. A form from another site carries no
  /// cookie, because the cookie is `SameSite=Lax`.
  func post(_ path: String, _ form: FormParameters, origin: String = TestServer.issuer) async -> HTTPAnswer {
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .origin: origin]
    return await send(.post, path, fields, form.formEncoded(), sendsCookie: origin == TestServer.issuer)
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: String, sendsCookie: Bool = true
  ) async -> HTTPAnswer {
    var fields = fields
    fields[.userAgent] = agent
    if sendsCookie { fields[.cookie] = [cookie, known].compactMap(\.self).joined(separator: "; ") }
    var context = RequestContext()
    context.address = address
    let answer = await test.server.respond(
      to: HTTPRequest(method: method, scheme: "https", authority: "login.example", path: path, headerFields: fields),
      body: Array(body.utf8), context: context)
    for field in answer.response.headerFields[values: .setCookie] {
      let pair = String(field.prefix { $0 != ";" })
      if pair.contains("pixy-known") {
        known = pair
      } else {
        cookie = field.contains("Max-Age=0") ? nil : pair
      }
    }
    return answer
  }

  /// Opens an authorization request.
  func open(_ changes: Changes = [:]) async -> HTTPAnswer {
    await get("/authorize", SessionServer.request(changes))
  }

  /// Posts the form of the page that was shown last, with a button and changed fields.
  func press(_ decision: String, _ changes: Changes = [:]) async throws -> HTTPAnswer {
    let (action, fields) = try #require(test.pages.last?.form)
    var form = fields.map { ($0.name, $0.value.reveal()) }
    if test.pages.last?.asksForPassword == true { form += [("username", "ada"), ("password", TestServer.password)] }
    return await post(action, TestServer.form(form + [("decision", decision)], changes))
  }

  /// Opens the page for a device's code, and enters the code.
  func enter(_ userCode: String) async throws -> HTTPAnswer {
    _ = await get("/device")
    return try await press("", ["decision": nil, "user_code": userCode])
  }

  /// Opens a request, and signs in and consents if the pages ask for it.
  /// - Returns: The answer for the client.
  func signIn(_ changes: Changes = [:], as username: String = "ada") async throws -> HTTPAnswer {
    let answer = await open(changes)
    guard answer.status == 200 else { return answer }
    guard case .signIn = test.pages.last else { return try await press("approve") }
    return try await press("approve", ["username": username])
  }

  /// Signs in and redeems the code.
  func tokens(_ client: String = "web", _ changes: Changes = [:]) async throws -> HTTPAnswer {
    let answer = try await signIn(["client_id": client].merging(changes) { $1 })
    return await test.redeem(
      try answer.callback("code"), client, redirect: (changes["redirect_uri"] ?? nil) ?? TestServer.redirect)
  }

  /// Signs in and returns the claims of the ID token.
  func claims(_ client: String = "web", _ changes: Changes = [:]) async throws -> [String: JSONValue] {
    try await test.claims(try await tokens(client, changes))
  }
}

extension Page {
  /// Whether the page has fields for a user name and a password.
  var asksForPassword: Bool {
    switch self {
    case .signIn: true
    case .deviceSignIn(let page): page.person == nil
    case .accountSignIn: true
    default: false
    }
  }

  /// The action and the hidden fields of the page's form.
  var form: (action: String, fields: [HiddenField])? {
    switch self {
    case .signIn(let page): (page.action, page.hiddenFields)
    case .consent(let page): (page.action, page.hiddenFields)
    case .signOut(let page): (page.action, page.hiddenFields)
    case .userCode(let page): (page.action, page.hiddenFields)
    case .accountSignIn(let page): (page.action, page.hiddenFields)
    case .account(let page): (page.action, page.hiddenFields)
    case .password(let page): (page.action, page.hiddenFields)
    case .deviceSignIn(let page):
      (page.action, page.hiddenFields + [HiddenField(name: "user_code", value: page.userCode)])
    default: nil
    }
  }
}

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Synchronization

/// An API at `https://api.example`, with a web application that forwards requests to it.
final class TestAPI: HTTPTransport {
  static let origin = "https://api.example"
  /// The fields of a script's request to the application.
  static let script: HTTPFields = [.csrf: "1", .secFetchSite: "same-origin", .secFetchMode: "cors"]

  struct Received: Sendable {
    let head: HTTPRequest
    let body: String
    let limits: HTTPLimits
  }

  private struct State {
    var received: [Received] = []
    var answers: [Result<HTTPAnswer, HTTPTransportError>] = []
  }

  let site: TestSite
  private let state = Mutex(State())

  init() throws {
    site = try TestSite()
  }

  /// The requests that reached the API.
  var received: [Received] { state.withLock { $0.received } }

  /// Answers the next request in another way.
  func answer(_ answer: HTTPAnswer) { state.withLock { $0.answers.append(.success(answer)) } }

  /// Lets the next request fail.
  func fail(_ kind: HTTPTransportError.Kind) {
    state.withLock { $0.answers.append(.failure(HTTPTransportError(kind, origin: Self.origin))) }
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    guard request.authority == "api.example" else {
      return try await site.transport.send(request, body: body, limits: limits)
    }
    let answer = state.withLock { state in
      state.received.append(Received(head: request, body: String(decoding: body, as: UTF8.self), limits: limits))
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    return try answer?.get() ?? .json(["path": .string(request.path ?? "")])
  }

  /// A client at the server, whose tokens the API accepts if `resources` says so.
  func client(_ id: String = "login", resources: [String] = [TestAPI.origin]) throws -> ProviderClient {
    ProviderClient(
      .issuer(
        site.server.issuer, id: id, name: id, resources: try resources.map { try Endpoint($0) },
        scope: try Scope(["openid", "profile", "email"])),
      id: id == "login" ? "web" : "other", secret: TestSite.secret, through: self, clock: site.clock.wallClock,
      monotonic: site.clock.monotonicClock, logger: site.logs.logger())
  }

  /// The application's sign-in, with sessions in a store.
  func instance(_ clients: [ProviderClient]? = nil, _ storage: SessionStorage? = nil) throws -> WebSignIn {
    try site.instance(
      storage ?? .store(MemorySessionStore(clock: site.clock.wallClock)), clients: clients ?? [try client()])
  }

  /// The APIs of the application: one address, and one with everything below it.
  static func apis() throws -> [ForwardedAPI] {
    [
      try ForwardedAPI(
        "/api/notes/", to: Endpoint(origin + "/v1/notes/"), methods: [.get, .head, .post, .delete],
        fields: [.idempotencyKey], limits: HTTPLimits(timeout: .seconds(7), answerBytes: 99), bodyBytes: 10),
      try ForwardedAPI("/api/me", to: Endpoint(origin + "/v1/users/me")),
    ]
  }

  /// Runs the application with a signed-in browser.
  func run(
    _ signIn: WebSignIn? = nil, _ apis: [ForwardedAPI]? = nil, requiring requirement: UserRequirement = .signedIn,
    _ body: @escaping @Sendable (any TestClientProtocol, TestBrowser) async throws -> Void
  ) async throws {
    let signIn = try signIn ?? instance()
    let router = site.router(signIn)
    router.add(
      middleware: try ForwardingMiddleware(signIn, to: try apis ?? Self.apis(), requiring: requirement))
    router.group("script").add(middleware: ScriptMiddleware(signIn, requiring: requirement))
      .get { _, context in try context.requireSession().user.subject }
      .post { request, _ in try await String(buffer: request.body.collect(upTo: 100)) }
      .get("wrong") { _, _ -> String in throw WebSignInError.noStore }
    try await Application(router: router, logger: site.logs.logger()).test(.router) { [site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      try await body(client, browser)
    }
  }
}

extension TestBrowser {
  /// Sends a request as the application's own script does.
  func fetch(
    _ path: String, _ method: HTTPRequest.Method = .get, at client: any TestClientProtocol, _ fields: HTTPFields = [:],
    body: String = ""
  ) async throws -> TestResponse {
    var all = TestAPI.script
    if method != .get && method != .head { all[.origin] = TestSite.address }
    for field in fields { all.append(field) }
    return try await send(method, path, at: client, all, body: body)
  }
}

extension TestResponse {
  /// The members of a JSON answer.
  var members: [String: JSONValue] { (try? JSONValue(bytes: Array(body.readableBytesView)))?.object ?? [:] }
  /// The status and the code of an error for a script.
  var problem: String { "\(status.code) \(members["error"]?.string ?? "")" }
}

extension HTTPField.Name {
  static let csrf = HTTPField.Name("X-CSRF") ?? .accept
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .accept
}

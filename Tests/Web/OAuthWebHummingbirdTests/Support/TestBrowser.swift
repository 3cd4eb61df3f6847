import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Synchronization

/// A browser with cookies. It follows no redirects by itself.
final class TestBrowser: Sendable {
  private let jar = Mutex<[String: String]>([:])

  init(cookies: [String: String] = [:]) {
    jar.withLock { $0 = cookies }
  }

  /// The cookies by name.
  var cookies: [String: String] { jar.withLock { $0 } }

  /// The session's cookie.
  var session: String? { cookies["__Host-session"] }

  func set(_ name: String, _ value: String?) { jar.withLock { $0[name] = value } }

  /// Opens a page, as a user who follows a link on the application's own page does.
  func open(
    _ path: String, at client: any TestClientProtocol, site: String = "same-origin"
  ) async throws -> TestResponse {
    try await send(
      .get, path, at: client,
      [.accept: "text/html", .secFetchMode: "navigate", .secFetchSite: site])
  }

  /// Posts a form from the application's own page.
  func post(
    _ path: String, _ form: [String: String], at client: any TestClientProtocol, _ fields: HTTPFields? = nil
  ) async throws -> TestResponse {
    var parameters = FormParameters()
    for (name, value) in form { parameters.append(name, value) }
    var all = fields ?? [.origin: TestSite.address, .secFetchSite: "same-origin", .secFetchMode: "navigate"]
    all[.contentType] = "application/x-www-form-urlencoded"
    return try await send(.post, path, at: client, all, body: parameters.formEncoded())
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, at client: any TestClientProtocol, _ fields: HTTPFields = [:],
    body: String = ""
  ) async throws -> TestResponse {
    var fields = fields
    let cookies = cookies
    if !cookies.isEmpty { fields[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
    let response = try await client.execute(
      uri: path, method: method, headers: fields, body: ByteBuffer(string: body)
    ) { $0 }
    for field in response.headers[values: .setCookie] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      set(String(pair[0]), field.contains("Max-Age=0") ? nil : String(pair[1]))
    }
    return response
  }

  /// Begins a sign-in, and lets the user sign in at the server.
  ///
  /// - Returns: The path of the callback that the server redirects to.
  func callback(
    at client: any TestClientProtocol, of site: TestSite, returningTo path: String? = nil, provider: String = "login"
  ) async throws -> String {
    var query = FormParameters()
    query.append("return", ifPresent: path)
    let begun = try await open("/sign-in/\(provider)?" + query.queryEncoded(), at: client)
    let location = begun.headers[.location] ?? ""
    let callback = try await site.server.user.visit(location, through: site.server.transport)
    return String(callback.trimmingPrefix(TestSite.address))
  }

  /// Signs the user in.
  @discardableResult
  func signIn(
    at client: any TestClientProtocol, of site: TestSite, returningTo path: String? = nil
  ) async throws -> TestResponse {
    try await open(callback(at: client, of: site, returningTo: path), at: client, site: "cross-site")
  }
}

extension TestResponse {
  var text: String { String(buffer: body) }
  /// The path that the response redirects to; `nil` for another site's address.
  var path: String? {
    guard status == .seeOther, let location = headers[.location], location.hasPrefix(TestSite.address + "/") else {
      return nil
    }
    return String(location.dropFirst(TestSite.address.count))
  }
}

extension HTTPField.Name {
  static let refresh = HTTPField.Name("Refresh") ?? .location
  static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .accept
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .accept
}

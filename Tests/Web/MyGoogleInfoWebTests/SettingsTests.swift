import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthWebSessions
import Testing

@testable import my_google_info_web

@Suite("The settings of my-google-info-web") struct SettingsTests {
  /// The settings of an environment that has a secret file with the given text.
  func settings(
    secret: String? = "GOCSPX-secret\n", _ more: [String: String] = [:], arguments: [String] = []
  ) throws -> Settings {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    if let secret { try Data(secret.utf8).write(to: file) }
    defer { try? FileManager.default.removeItem(at: file) }
    let environment = ["CLIENT_ID": "1-a.apps.googleusercontent.com", "CLIENT_SECRET_FILE": file.path()]
    return try Settings(environment: environment.merging(more) { $1 }, arguments: arguments)
  }

  func problem(
    secret: String? = "GOCSPX-secret", _ more: [String: String] = [:], arguments: [String] = []
  ) -> String? {
    let error = #expect(throws: SettingsError.self) { try settings(secret: secret, more, arguments: arguments) }
    #expect(error?.description.contains("GOCSPX") == false)
    return error?.explanation
  }

  @Test func `need only a client: Google, on this machine's port 8080, with sessions in cookies`() throws {
    let settings = try settings()
    #expect(settings.clientSecret == Secret("GOCSPX-secret"))
    #expect(settings.host == "127.0.0.1" && settings.port == 8080)
    #expect(settings.publicAddress.origin == "http://127.0.0.1:8080")
    #expect(settings.provider == .googleWeb)
  }

  @Test func `have the same key in all instances with one key file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let key = try settings().sessionKey.text.reveal()
    try Data((key + "\n").utf8).write(to: file)
    #expect(try settings(["SESSION_KEY_FILE": file.path()]).sessionKey.text == Secret(key))
    #expect(try settings().sessionKey.text != settings().sessionKey.text)
  }

  @Test func `have an API for the page's script if sessions keep Google's tokens`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let database = ["SESSION_DATABASE": file.path()]
    #expect(try settings().peopleAPI == nil)
    #expect(try settings(database.merging(["ISSUER": "https://login.example.com"]) { $1 }).peopleAPI == nil)
    let api = try #require(try settings(database).peopleAPI)
    #expect(api.address.text == "https://people.googleapis.com/v1/people/me" && api.methods == [.get])
  }

  @Test func `name the missing variable`() {
    #expect(problem(["CLIENT_ID": ""])?.contains("CLIENT_ID") == true)
    #expect(problem(["CLIENT_SECRET_FILE": ""])?.contains("CLIENT_SECRET_FILE") == true)
  }

  @Test(arguments: [nil, "", "\n\n", "two\nlines", String(repeating: "GOCSPX", count: 200)] as [String?])
  func `name a file without a secret`(secret: String?) {
    #expect(problem(secret: secret)?.contains("has no secret") == true)
  }

  @Test(arguments: ["0", "65536", "-1", "http", "80 "])
  func `have a port from 1 to 65535`(text: String) {
    #expect(problem(["PORT": text])?.contains("PORT") == true)
  }

  @Test(arguments: ["http://info.example.com", "info.example.com", "https://u@info.example.com", "javascript:x"])
  func `have an https address unless it is this machine's`(text: String) {
    #expect(problem(["PUBLIC_URL": text])?.contains("PUBLIC_URL") == true)
  }

  @Test func `put a look-alike, or another OpenID provider, in Google's place`() throws {
    let origin = "http://127.0.0.1:8414"
    let moved = try Provider.googleWeb.relocated(to: Endpoint(origin))
    #expect(try settings(arguments: ["--look-alike", origin]).provider == moved)
    #expect(try settings(["ISSUER": "https://login.example"]).provider == .issuer(try Issuer("https://login.example")))
    #expect(try settings(["ISSUER": "https://login.example", "ISSUER_NAME": "Our login"]).provider.name == "Our login")
  }

  @Test(arguments: ["https://look-alike.example", "http://look-alike.example", "127.0.0.1:8414", ""])
  func `have a look-alike on this machine only`(origin: String) {
    #expect(problem(arguments: ["--look-alike", origin])?.contains("look-alike") == true)
  }

  @Test(arguments: [["--help"], ["--look-alike"], ["--look-alike", "http://127.0.0.1:1", "more"]])
  func `have no other arguments`(arguments: [String]) {
    #expect(problem(arguments: arguments) == "An argument is unknown.")
  }
}

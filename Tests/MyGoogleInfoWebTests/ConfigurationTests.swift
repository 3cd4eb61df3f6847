import Foundation
import OAuthCore
import OAuthProviders
import Testing

@testable import my_google_info_web

@Suite("The configuration")
struct ConfigurationTests {
  /// The configuration of an environment that has a secret file with the given text.
  func configuration(
    secret: String? = "GOCSPX-secret\n", _ more: [String: String] = [:], arguments: [String] = []
  ) throws -> Configuration {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    if let secret { try Data(secret.utf8).write(to: file) }
    defer { try? FileManager.default.removeItem(at: file) }
    let environment = [
      "GOOGLE_CLIENT_ID": "1-a.apps.googleusercontent.com", "GOOGLE_CLIENT_SECRET_FILE": file.path(),
    ]
    return try Configuration(environment: environment.merging(more) { $1 }, arguments: arguments)
  }

  func problem(
    secret: String? = "GOCSPX-secret", _ more: [String: String] = [:], arguments: [String] = []
  ) throws -> ConfigurationError? {
    do {
      _ = try configuration(secret: secret, more, arguments: arguments)
      return nil
    } catch let error as ConfigurationError {
      #expect(!error.description.contains("GOCSPX"))
      return error
    }
  }

  @Test func `client ID and secret are enough: Google, on this machine's port 8080`() throws {
    let configuration = try configuration()
    #expect(configuration.clientSecret == Secret("GOCSPX-secret"))
    #expect(configuration.host == "127.0.0.1")
    #expect(configuration.port == 8080)
    #expect(configuration.publicAddress.origin == "http://127.0.0.1:8080")
    #expect(configuration.provider == .googleWeb)
  }

  @Test(arguments: [
    "https://info.example.com", "https://info.example.com/", "https://info.example.com:8443", "http://localhost:8080",
  ])
  func `the public address is an origin`(text: String) throws {
    #expect(try configuration(["PUBLIC_URL": text]).publicAddress.origin == text.trimmingCharacters(in: ["/"]))
  }

  @Test(arguments: [
    "http://info.example.com", "https://info.example.com/app", "https://info.example.com?x=1",
    "https://info.example.com/?", "info.example.com", "https://u@info.example.com", "javascript:x",
  ])
  func `anything else is rejected as public address`(text: String) throws {
    #expect(try problem(["PUBLIC_URL": text]) == .publicURL)
  }

  @Test func `the error names the missing variable`() throws {
    #expect(try problem(["GOOGLE_CLIENT_ID": ""]) == .missing("GOOGLE_CLIENT_ID"))
    #expect(try problem(["GOOGLE_CLIENT_SECRET_FILE": ""]) == .missing("GOOGLE_CLIENT_SECRET_FILE"))
  }

  @Test(arguments: [nil, "", " \n", String(repeating: "GOCSPX", count: 200)] as [String?])
  func `the error names a file without a secret`(secret: String?) throws {
    #expect(try problem(secret: secret)?.code == "secret_file_unusable")
  }

  @Test(arguments: ["0", "65536", "-1", "http", "80 "])
  func `a port is a number from 1 to 65535`(text: String) throws {
    #expect(try problem(["PORT": text]) == .port)
  }

  @Test func `a look-alike stands in for Google with all addresses, by argument or by environment`() throws {
    let origin = "http://127.0.0.1:8414"
    let moved = try Provider.googleWeb.relocated(to: Endpoint(origin))
    #expect(try configuration(arguments: ["--look-alike", origin]).provider == moved)
    #expect(try configuration(["GOOGLE_LOOK_ALIKE": origin]).provider == moved)
  }

  @Test(arguments: ["https://look-alike.example", "http://look-alike.example", "127.0.0.1:8414", ""])
  func `a look-alike is on this machine`(origin: String) throws {
    #expect(try problem(arguments: ["--look-alike", origin]) == .lookAlike)
  }

  @Test(arguments: [["--help"], ["--look-alike"], ["--look-alike", "http://127.0.0.1:1", "more"]])
  func `other arguments are rejected`(arguments: [String]) throws {
    #expect(try problem(arguments: arguments) == .arguments)
  }
}

import GitHubAuth
import HTTPTypes
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import TokenStorage

/// An application at GitHub, with scripted answers.
struct GitHubFixture {
  static let clientID = "Ov23li0123456789abcd"
  static let code = "code-4f7d2a9b6c1e"
  static let token = "gho_16C7e42F292c6912E7710c838347Ae178B4a"

  let transport: ScriptedTransport
  let faults = StoreFaults()
  let clock = ManualClock()
  let logs = LogCollector()
  var config: GitHubAuthConfig
  let credentials: GitHubCredentialStore
  let service: GitHubAuthService

  /// - Parameters:
  ///   - results: GitHub's answers, in order.
  ///   - change: changes the config.
  init(
    _ results: [Result<HTTPAnswer, any Error>], clientID: String = clientID, clientSecret: Secret? = nil,
    host: GitHubHost = .gitHubDotCom, kind: GitHubAuthConfig.Kind = .oauthApp,
    change: (inout GitHubAuthConfig) -> Void = { _ in }
  ) throws {
    transport = ScriptedTransport(results: results)
    config = GitHubAuthConfig(
      clientID: clientID, clientSecret: clientSecret, redirectURI: try RedirectURI("relay://oauth/callback"),
      host: host, kind: kind, transport: transport)
    config.clock = clock.wallClock
    config.monotonic = clock.monotonicClock
    config.random = SeededRandomSource(seed: 7)
    config.logger = logs.logger()
    change(&config)
    credentials = GitHubCredentialStore(FaultyTokenStore(MemoryTokenStore(), faults), host: host)
    service = GitHubAuthService(config: config, credentialStore: credentials)
  }

  /// The method and address of each request.
  var addresses: [String] {
    transport.exchanges.map { exchange in
      """
      \(exchange.request.method) \(exchange.request.scheme ?? "")://\
      \(exchange.request.authority ?? "")\(exchange.request.path ?? "")
      """
    }
  }

  // MARK: - GitHub's answers

  /// An OAuth App's token, as in GitHub's documentation.
  static func granted(_ token: String = token) -> Result<HTTPAnswer, any Error> {
    .success(.json(["access_token": .string(token), "scope": "repo,gist", "token_type": "bearer"]))
  }

  /// A GitHub App's tokens, as in GitHub's documentation.
  static func expiring(_ token: String, refreshedBy refreshToken: String) -> Result<HTTPAnswer, any Error> {
    .success(
      .json([
        "access_token": .string(token), "expires_in": 28_800, "refresh_token": .string(refreshToken),
        "refresh_token_expires_in": 15_897_600, "scope": "", "token_type": "bearer",
      ]))
  }

  /// An error of GitHub, which has status 200.
  static func refused(_ error: String, status: HTTPResponse.Status = .ok) -> Result<HTTPAnswer, any Error> {
    .success(.json(["error": .string(error), "error_description": "As GitHub explains it."], status: status))
  }

  /// The token's user.
  static func user(_ login: String = "OctoCat", id: Int64 = 583_231) -> Result<HTTPAnswer, any Error> {
    .success(
      .json([
        "login": .string(login), "id": .integer(id), "name": "Mona Lisa",
        "avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4", "email": .null,
      ]))
  }

  static func status(_ status: HTTPResponse.Status) -> Result<HTTPAnswer, any Error> {
    .success(.text("<html>", status: status, contentType: "text/html"))
  }

  static var offline: Result<HTTPAnswer, any Error> {
    .failure(HTTPTransportError(.connectionFailed, origin: "https://github.com"))
  }
}

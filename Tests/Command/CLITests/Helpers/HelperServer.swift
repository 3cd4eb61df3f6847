import DPoPVerification
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Subprocess
import Synchronization
import Testing
import TokenStorage

/// An authorization server with the servers for its tokens at the same origin: a resource, a git
/// repository, a substitute for AWS's Security Token Service, a cluster's API, and a registry.
final class HelperServer: HTTPServing {
  /// A request to the resource.
  struct Seen: Sendable {
    let path: String
    let authorization: String?
  }

  private struct State {
    var seen: [Seen] = []
    var refused: Set<String> = []
  }

  private let server: AuthorizationServer
  private let files: String?
  private let state = Mutex(State())
  static let resourceNonce = "nonce-of-the-resource"

  /// - Parameters:
  ///   - issuer: The server's own issuer.
  ///   - files: The folder that is served below `/git`.
  init(_ issuer: Issuer, files: String? = nil) throws {
    let scopes = try Scope(["openid", "profile", "email"])
    server = AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes,
        signingKeys: SigningKeys(signing: try SigningKey.generate(.es256, keyID: "helpers"))),
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "pixy", name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes,
          grants: [.authorizationCode, .refreshToken])
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(
            subject: Subject(rawValue: "user-1"), username: "ada", name: "Ada Lovelace", email: "ada@example.com"),
          password: Secret("lovelace")
        )
      ]),
      pages: try MustachePages(), logger: CommandTests.silent)
    self.files = files
  }

  /// The requests to the resource and the repository.
  var seen: [Seen] { state.withLock { $0.seen } }

  /// From now on the resource rejects a token, which the authorization server still accepts.
  func refuse(_ token: String) { state.withLock { _ = $0.refused.insert(token) } }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    let path = String((request.path ?? "/").prefix { $0 != "?" })
    if path == "/sts" { return await token(request, body) }
    guard let place = path.split(separator: "/").first, ["api", "git", "sts", "apis", "v2"].contains(place) else {
      return await server.respond(to: request, body: body)
    }
    let authorization = request.headerFields[.authorization]
    state.withLock { $0.seen.append(Seen(path: path, authorization: authorization)) }
    switch place {
    case "git": return await repository(path, authorization)
    case "sts": return caller(request)
    case "apis": return cluster(authorization)
    case "v2": return await registry(path, authorization)
    default: return await resource(request, path, body)
    }
  }

  // MARK: Resource

  private func resource(_ request: HTTPRequest, _ path: String, _ body: [UInt8]) async -> HTTPAnswer {
    guard await isAuthorized(request) else {
      return HTTPAnswer(
        HTTPResponse(
          status: .unauthorized,
          headerFields: [
            .wwwAuthenticate: request.headerFields[.authorization]?.hasPrefix("DPoP ") == true
              ? #"DPoP error="use_dpop_nonce""# : #"Bearer error="invalid_token""#,
            HTTPField.Name("DPoP-Nonce") ?? .age: Self.resourceNonce,
          ]))
    }
    switch path {
    case "/api/away":
      let place = String((request.path ?? "").split(separator: "=", maxSplits: 1).last ?? "")
      return HTTPAnswer(HTTPResponse(status: .found, headerFields: [.location: place]))
    case "/api/none": return HTTPAnswer(HTTPResponse(status: .notFound), body: Array("nothing".utf8))
    default:
      let members: [String: JSONValue] = [
        "method": .string(request.method.rawValue), "path": .string(request.path ?? ""),
        "scheme": .string(String(request.headerFields[.authorization]?.prefix { $0 != " " } ?? "none")),
        "type": .string(request.headerFields[.contentType] ?? "none"),
        "body": .string(String(decoding: body, as: UTF8.self)),
      ]
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
        body: JSONValue.object(members).bytes())
    }
  }

  private func isAuthorized(_ request: HTTPRequest) async -> Bool {
    let words = (request.headerFields[.authorization] ?? "").split(separator: " ").map(String.init)
    guard words.count == 2 else { return false }
    guard words[0] == "DPoP" else { return await isGood(words[1]) }
    // Other tests verify proofs. Here only the presence of a proof with the nonce is checked.
    guard let proof = request.headerFields[HTTPField.Name("DPoP") ?? .age],
      let payload = try? JSONWebSignature(compact: proof).unverifiedPayload,
      let claims = (try? JSONValue(bytes: payload))?.object
    else { return false }
    return claims["nonce"]?.string == Self.resourceNonce && claims["ath"] != nil
      && claims["htm"]?.string == request.method.rawValue
  }

  /// Returns whether the password is a valid token (RFC 7617).
  func isPassword(_ authorization: String?) async -> Bool {
    guard let authorization, authorization.hasPrefix("Basic "),
      let data = Data(base64Encoded: String(authorization.dropFirst("Basic ".count))),
      let token = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).last
    else { return false }
    return await isGood(String(token))
  }

  /// Returns whether the authorization server accepts the token and the resource doesn't reject it.
  private func isGood(_ token: String) async -> Bool {
    guard !state.withLock({ $0.refused.contains(token) }) else { return false }
    var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/userinfo")
    request.headerFields[.authorization] = "Bearer " + token
    return await server.respond(to: request, body: []).response.status == .ok
  }

  // MARK: Repository

  private func repository(_ path: String, _ authorization: String?) async -> HTTPAnswer {
    guard await isPassword(authorization) else {
      return HTTPAnswer(
        HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: #"Basic realm="git""#]))
    }
    guard let files, let data = FileManager.default.contents(atPath: files + path.dropFirst("/git".count)) else {
      return HTTPAnswer(HTTPResponse(status: .notFound))
    }
    return HTTPAnswer(
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/octet-stream"]), body: Array(data))
  }

  // MARK: AWS credentials

  private func token(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    guard let form = try? FormParameters(decoding: body),
      form.all("Action") == ["AssumeRoleWithWebIdentity"], let token = form.all("WebIdentityToken").first,
      let payload = try? JSONWebSignature(compact: token).unverifiedPayload,
      let claims = (try? JSONValue(bytes: payload))?.object, claims["aud"] != nil, claims["sub"] == "user-1",
      let name = form.all("RoleSessionName").first
    else {
      return HTTPAnswer(
        HTTPResponse(status: .badRequest, headerFields: [.contentType: "text/xml"]),
        body: Array(
          "<ErrorResponse><Error><Code>InvalidIdentityToken</Code><Message>no</Message></Error></ErrorResponse>".utf8))
    }
    guard form.all("RoleArn") == ["arn:aws:iam::123456789012:role/deploy"] else {
      return HTTPAnswer(
        HTTPResponse(status: .forbidden, headerFields: [.contentType: "text/xml"]),
        body: Array(
          "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not \(token)</Message></Error></ErrorResponse>".utf8)
      )
    }
    let answer = AWSKeysTests.answer.replacing("user-1", with: name)
    return HTTPAnswer(HTTPResponse(status: .ok, headerFields: [.contentType: "text/xml"]), body: Array(answer.utf8))
  }
}

/// A server, folders, and a user who has signed in there, for the tests of helpers.
struct SignedInHome {
  let server: HelperServer
  let issuer: String
  let home: Home

  /// Signs a user in and runs `body`.
  ///
  /// - Parameters:
  ///   - scope: The requested scope.
  ///   - options: Further options of `pixy login`.
  ///   - files: The server's folder below `/git`.
  static func with(
    scope: String = "openid profile email", _ options: [String] = [], files: String? = nil,
    _ body: (SignedInHome) async throws -> Void
  ) async throws {
    let made = Kept<HelperServer>()
    try await withAuthorizationServer(
      make: { issuer in
        let server = try HelperServer(issuer, files: files)
        made.value = server
        return server
      }, logger: CommandTests.silent
    ) { issuer in
      try await Home.with { home in
        let signedIn = SignedInHome(server: try #require(made.value), issuer: issuer.text, home: home)
        let login = try await signedIn.pixy(["login", issuer.text, "--client-id", "pixy", "--scope", scope] + options)
        try #require(login.status == 0, "\(login.errors)")
        try await body(signedIn)
      }
    }
  }

  /// Runs `pixy` with the user's folders.
  func pixy(_ arguments: [String], input: String = "", _ more: [String: String] = [:]) async throws
    -> CommandTests.Outcome
  {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    var environment = home.environment
    environment["BROWSER"] = browser
    for (name, value) in more { environment[.init(stringLiteral: name)] = value }
    return try await CommandTests.pixy(arguments, input: input, environment: environment)
  }

  /// Returns the access token as `pixy token` prints it.
  func token() async throws -> String {
    let outcome = try await pixy(["token"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return String(outcome.output.dropLast())
  }

  /// Changes the stored tokens.
  func change(_ change: (inout StoredTokens) -> Void) async throws {
    let store = try await home.store()
    for account in try await store.accounts() {
      var tokens = try #require(try await store.tokens(for: account))
      change(&tokens)
      try await store.save(tokens, for: account)
    }
  }
}

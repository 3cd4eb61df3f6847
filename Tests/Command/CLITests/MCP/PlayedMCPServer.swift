import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Synchronization
import Testing

/// Two MCP servers, `/a/mcp` and `/b/mcp`, at the origin of their authorization server.
final class PlayedMCPServer: HTTPServing {
  /// A request to an MCP server.
  struct Seen: Sendable {
    let method: String
    let path: String
    let token: String?
    let rpc: String?
  }

  private struct State {
    var seen: [Seen] = []
    var refused: Set<String> = []
    var refreshes: [[String]] = []
    var metadata: [String: JSONValue] = [:]
    var servers: [String]?
    var resourceStatus: HTTPResponse.Status = .ok
    var resourceReads = 0
    var namesMetadata = true
    var demandedScope = "email"
    var serverReads = 0
    var takesOnlyPosts = false
    var hidesServerMetadata = false
    var isModern = false
    var challengedScope: String?
    var codes = 0
    var refreshGate: Gate?
    var signInGate: Gate?
  }

  private let server: any HTTPServing
  private let issuer: Issuer
  private let state = Mutex(State())

  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - documents: The transport that reaches clients' metadata documents. Default: none, so that the
  ///     server accepts no documents.
  ///   - company: The identity provider whose assertions the server accepts. Default: none.
  init(
    _ issuer: Issuer, reachingDocuments documents: (any HTTPTransport)? = nil, trusting company: TrustedIssuer? = nil
  ) throws {
    var settings = ClientSettings()
    settings.accessTokenFormat = .jwt
    let client = RegisteredClient(
      id: "app", name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
      scope: try Scope(["openid", "profile", "email"]), grants: [.authorizationCode, .refreshToken],
      settings: settings)
    let device = RegisteredClient(
      id: "device", name: "Device", redirectURIs: [], scope: try Scope(["profile"]),
      grants: [.deviceCode, .refreshToken], settings: settings)
    let machine = RegisteredClient(
      id: "machine", name: "Machine",
      kind: .confidential(secretHash: SecretHash(of: Secret("the secret of the machine"))),
      redirectURIs: [], scope: try Scope(["profile"]), grants: [.clientCredentials], settings: settings)
    let managed = RegisteredClient(
      id: "acme-wiki", name: "Wiki",
      kind: .confidential(secretHash: SecretHash(of: Secret("the secret of the wiki at the server"))),
      redirectURIs: [], scope: try Scope(["profile", "email"]), grants: [.jwtBearer], settings: settings)
    let clients = [client, device, machine, managed]
    let embedded = try EmbeddedServer(issuer: issuer, clients: clients, reachingClients: documents) { configuration in
      if let company { configuration.tokenRules.trustedIssuers = [company] }
      configuration.registration.accessTokenFormat = .jwt
      if documents != nil { configuration.clientDocuments = ClientDocumentPolicy() }
    }
    // The user of a device sign-in takes time.
    embedded.clock.run()
    server = embedded.faults
    self.issuer = issuer
  }

  /// Runs `body` with the servers and a user's folders.
  static func with(
    trusting company: TrustedIssuer? = nil,
    _ body: (_ server: PlayedMCPServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    let made = Kept<PlayedMCPServer>()
    try await withAuthorizationServer(
      make: { issuer in
        let server = try PlayedMCPServer(issuer, trusting: company)
        made.value = server
        return server
      }, logger: CommandTests.silent
    ) { issuer in
      let server = try #require(made.value)
      try await Home.with { home in try await body(server, issuer.text, home) }
    }
  }

  var seen: [Seen] { state.withLock { $0.seen } }
  /// The resources of each refresh request.
  var refreshes: [[String]] { state.withLock { $0.refreshes } }
  /// From now on the MCP servers reject all tokens that they have seen.
  func refuseSeenTokens() { state.withLock { $0.refused.formUnion($0.seen.compactMap(\.token)) } }
  /// Replaces members of the authorization server's metadata; null removes one.
  func change(metadata members: [String: JSONValue]) { state.withLock { $0.metadata = members } }

  /// Replaces the authorization servers that the MCP servers name.
  func name(authorizationServers: [String]) { state.withLock { $0.servers = authorizationServers } }
  /// From now on the requests for the MCP servers' metadata get this status, and the challenges don't
  /// name its address.
  func answer(metadataWith status: HTTPResponse.Status) {
    state.withLock { ($0.resourceStatus, $0.namesMetadata) = (status, false) }
  }
  /// The number of requests for the MCP servers' metadata.
  var resourceReads: Int { state.withLock { $0.resourceReads } }

  /// The number of requests for the authorization server's metadata.
  var serverReads: Int { state.withLock { $0.serverReads } }
  /// The number of codes that clients have tried to redeem.
  var codes: Int { state.withLock { $0.codes } }

  /// From now on the MCP servers answer GET with 405, have their metadata only at addresses that no
  /// client guesses, and name a scope in their challenges.
  func challengeOnlyPosts(scope: String) {
    state.withLock { ($0.takesOnlyPosts, $0.challengedScope) = (true, scope) }
  }
  /// From now on the authorization server publishes no metadata.
  func hideServerMetadata() { state.withLock { $0.hidesServerMetadata = true } }

  /// From now on the MCP servers know no `initialize` (MCP 2026-07-28).
  func becomeModern() { state.withLock { $0.isModern = true } }

  /// Replaces the scope that `tools/call` needs.
  func demand(scope: String) { state.withLock { $0.demandedScope = scope } }
  /// From now on the answers to refresh requests wait at a gate.
  func holdRefreshes(at gate: Gate) { state.withLock { $0.refreshGate = gate } }

  /// From now on the sign-in pages wait at a gate.
  func holdSignIns(at gate: Gate) { state.withLock { $0.signInGate = gate } }

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    let path = String((request.path ?? "/").prefix { $0 != "?" })
    let wellKnown = "/.well-known/oauth-protected-resource"
    let takesOnlyPosts = state.withLock { $0.takesOnlyPosts }
    for name in ["a", "b"] where path == (takesOnlyPosts ? "/meta" : wellKnown) + "/\(name)/mcp" {
      let (status, servers) = state.withLock { state in
        state.resourceReads += 1
        return (state.resourceStatus, state.servers ?? [issuer.text])
      }
      guard status == .ok else { return HTTPAnswer(HTTPResponse(status: status)) }
      return .json([
        "resource": .string("\(issuer.text)/\(name)/mcp"), "scopes_supported": ["profile"],
        "authorization_servers": .array(servers.map { .string($0) }),
      ])
    }
    if ["/a/mcp", "/b/mcp"].contains(path) { return answer(path, request, body) }
    if path == "/authorize" { try? await state.withLock { $0.signInGate }?.pass() }
    if path.hasPrefix("/.well-known/o"), path.contains("authorization-server") || path.contains("openid") {
      let isHidden = state.withLock { state in
        state.serverReads += 1
        return state.hidesServerMetadata
      }
      if isHidden { return .text("<html>", contentType: "text/html") }
    }
    if path == "/token", String(decoding: body, as: UTF8.self).contains("authorization_code") {
      state.withLock { $0.codes += 1 }
    }
    if path == "/token", let form = try? FormParameters(decoding: String(decoding: body, as: UTF8.self)),
      (try? form.single("grant_type")) == "refresh_token"
    {
      let gate = state.withLock { state in
        state.refreshes.append(form.all("resource"))
        return state.refreshGate
      }
      try? await gate?.pass()
    }
    let answer = await server.respond(to: request, body: body)
    let changes = state.withLock { $0.metadata }
    guard path.hasPrefix("/.well-known/"), !changes.isEmpty, var members = (try? JSONValue(bytes: answer.body))?.object
    else { return answer }
    for (name, value) in changes { members[name] = value == .null ? nil : value }
    return HTTPAnswer(answer.response, body: JSONValue.object(members).bytes())
  }

  private func answer(_ path: String, _ request: HTTPRequest, _ body: [UInt8]) -> HTTPAnswer {
    let token = request.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) }
    let message = (try? JSONValue(bytes: body))?.object
    let rpc = message?["method"]?.string
    let isRefused = state.withLock { state in
      state.seen.append(Seen(method: request.method.rawValue, path: path, token: token, rpc: rpc))
      return token.map(state.refused.contains) ?? true
    }
    let claims = token.flatMap { try? JSONWebSignature(compact: $0).unverifiedPayload }
      .flatMap { try? JSONValue(bytes: $0) }?.object
    let audiences = claims?["aud"]?.strings ?? claims?["aud"]?.string.map { [$0] } ?? []
    let (takesOnlyPosts, scope) = state.withLock { ($0.takesOnlyPosts, $0.challengedScope) }
    if takesOnlyPosts, request.method != .post { return HTTPAnswer(HTTPResponse(status: .methodNotAllowed)) }
    guard !isRefused, audiences == [issuer.text + path] else {
      let place = takesOnlyPosts ? "/meta" : "/.well-known/oauth-protected-resource"
      let address = #", resource_metadata="\#(issuer.text)\#(place)\#(path)""#
      return challenge(
        .unauthorized,
        #"error="invalid_token""# + (state.withLock { $0.namesMetadata } ? address : "")
          + (scope.map { #", scope="\#($0)""# } ?? ""))
    }
    let scopes = claims?["scope"]?.string?.split(separator: " ") ?? []
    let demanded = state.withLock { $0.demandedScope }
    if rpc == "tools/call", !scopes.contains(Substring(demanded)) {
      return challenge(.forbidden, #"error="insufficient_scope", scope="\#(demanded)""#)
    }
    guard request.method == .post else { return HTTPAnswer(HTTPResponse(status: .methodNotAllowed)) }
    guard let id = message?["id"] else { return HTTPAnswer(HTTPResponse(status: .accepted)) }
    if state.withLock({ $0.isModern }), rpc == "initialize" {
      return .json(
        ["jsonrpc": "2.0", "id": id, "error": ["code": -32_601, "message": "Method not found"]], status: .notFound)
    }
    if rpc == "server/discover" {
      return .json(["jsonrpc": "2.0", "id": id, "result": ["supportedVersions": ["2026-07-28"]]])
    }
    let result: JSONValue = rpc == "initialize" ? ["protocolVersion": "2025-11-25"] : ["path": .string(path)]
    return .json(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func challenge(_ status: HTTPResponse.Status, _ parameters: String) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: status, headerFields: [.wwwAuthenticate: "Bearer " + parameters]))
  }
}

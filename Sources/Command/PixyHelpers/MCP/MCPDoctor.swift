internal import MCPBridge
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal
internal import Synchronization
internal import TokenStorage

/// The checks of an MCP server and its account, in the order in which a connection needs them. They
/// change nothing, except that an expired token is refreshed.
struct MCPDoctor {
  let endpoint: Endpoint
  let account: AccountOptions
  let console: Console

  /// The limits of one exchange. A server may answer a GET request with a stream that doesn't end.
  private static let limits = HTTPLimits(timeout: .seconds(10))

  /// Performs the checks up to the first one that makes the others useless.
  ///
  /// - Throws: The errors of the transport's settings; `CancellationError`.
  func findings() async throws -> [DoctorFinding] {
    let transport = try account.tracing.transport(ConnectionCertificates().transport())
    let probe: ResourceChallenge.Probe
    do {
      probe = try await ResourceChallenge.probe(endpoint, through: transport, limits: Self.limits)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return [.failure("server", error)]
    }
    var findings = [Self.server(endpoint, probe.status)]
    findings += try await metadata(probe, through: transport)
    findings += await accountAndToken()
    return findings
  }

  /// Judges the status of the answer to a request without a token. An answer other than 401 says little:
  /// the check of the token shows whether the address is right.
  private static func server(_ endpoint: Endpoint, _ status: Int?) -> DoctorFinding {
    guard let status else {
      return DoctorFinding(subject: "server", level: .fine, text: "\(endpoint) answers with a stream.")
    }
    let level: DoctorFinding.Level = status >= 500 ? .problem : status == 404 ? .notice : .fine
    let words = status == 401 ? ", and requires a token" : ""
    return DoctorFinding(
      subject: "server", level: level, text: "\(endpoint) answers with status \(status)\(words).",
      remedy: level == .problem ? "Check the address. If it is right, tell the server's operator." : nil)
  }

  // MARK: The metadata

  private func metadata(
    _ probe: ResourceChallenge.Probe, through transport: any HTTPTransport
  ) async throws -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    let resource: ProtectedResourceMetadata
    do {
      resource = try await ProtectedResourceMetadata.serving(
        endpoint, challengedBy: probe.challenge, through: transport, limits: Self.limits)
      let names = resource.authorizationServers.map(\.text).joined(separator: ", ")
      findings.append(
        DoctorFinding(
          subject: "metadata", level: .fine,
          text: "The resource \(resource.resource) names \(names.isEmpty ? "no authorization server" : names)."))
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as ProtectedResourceError where error.isNoResource && probe.status != 401 {
      let text = "\(endpoint) publishes no metadata, and may need no sign-in."
      return [DoctorFinding(subject: "metadata", level: .notice, text: text)]
    } catch {
      return [.failure("metadata", error)]
    }
    do {
      let discovery = try await ProtectedResourceDiscovery.discover(
        resource, challengedBy: probe.challenge, through: transport, limits: Self.limits)
      return findings + self.findings(of: discovery.server)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return findings + [.failure("authorization server", error)]
    }
  }

  private func findings(of server: AuthorizationServerMetadata) -> [DoctorFinding] {
    let name = server.issuer?.text ?? "The authorization server"
    var findings = [
      DoctorFinding(subject: "authorization server", level: .fine, text: "\(name) publishes usable metadata.")
    ]
    if server.codeChallengeMethodsSupported?.contains("S256") ?? false {
      findings.append(DoctorFinding(subject: "PKCE", level: .fine, text: "\(name) announces S256."))
    } else {
      findings.append(
        DoctorFinding(
          subject: "PKCE", level: .problem, text: "\(name) does not announce S256, which MCP requires.",
          remedy: "Tell the server's operator."))
    }
    let ways =
      (server.members["client_id_metadata_document_supported"] == true ? ["metadata documents"] : [])
      + (server.registrationEndpoint == nil ? [] : ["dynamic registration"])
    if ways.isEmpty {
      findings.append(
        DoctorFinding(
          subject: "registration", level: .notice, text: "\(name) registers no clients on request.",
          remedy: "Sign in with the ID of a client that is registered there: pixy login \(endpoint) --client-id ID"))
    } else {
      findings.append(
        DoctorFinding(
          subject: "registration", level: .fine, text: "\(name) supports \(ways.joined(separator: " and "))."))
    }
    return findings
  }

  // MARK: The account

  private func accountAndToken() async -> [DoctorFinding] {
    let connection = MCPConnection(
      to: endpoint, account: account, opensBrowser: false, isVerbose: false, console: console)
    var findings: [DoctorFinding] = []
    do {
      if let storedAccount = try await connection.account() {
        let name = UntrustedText("\(storedAccount.account.name)@\(storedAccount.account.server)")
        let now = WallClock.system.now()
        let isNear = storedAccount.endsSoon(at: now)
        let text = ["\(name) is for this server"] + storedAccount.signInClauses(at: now)
        findings.append(
          DoctorFinding(
            subject: "account", level: isNear ? .notice : .fine, text: text.joined(separator: "; ") + ".",
            remedy: isNear ? "Sign in: \(storedAccount.record.loginCommand)" : nil))
      } else {
        findings.append(
          DoctorFinding(subject: "account", level: .notice, text: "No account is signed in for \(endpoint)."))
      }
    } catch {
      return [.failure("account", error)]
    }
    findings.append(await Self.token(over: connection))
    return findings
  }

  private static let client: JSONValue = ["name": "pixy", "version": .string(Version.text)]

  private static let initialize: JSONValue = [
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": client],
  ]

  private static let discover: JSONValue = [
    "jsonrpc": "2.0", "id": 1, "method": "server/discover",
    "params": [
      "_meta": [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": client,
        "io.modelcontextprotocol/clientCapabilities": [:],
      ]
    ],
  ]

  /// Checks whether the server answers with the account's token, as one of before MCP 2026-07-28 or as one
  /// of that version, which knows no `initialize`.
  private static func token(over connection: MCPConnection) async -> DoctorFinding {
    let old = await answer(to: initialize, over: connection)
    if let result = old?["result"]?.object {
      let version = UntrustedText(result["protocolVersion"]?.string ?? "an unknown version")
      return DoctorFinding(subject: "token", level: .fine, text: "initialize was answered, in version \(version).")
    }
    let error = old?["error"]?.object
    // Without a usable token, the other request would fail alike.
    if error?["data"]?.object?["code"] != "sign_in_needed",
      let result = await answer(to: discover, over: connection)?["result"]?.object
    {
      let versions = UntrustedText(result["supportedVersions"]?.strings?.joined(separator: ", ") ?? "2026-07-28")
      return DoctorFinding(
        subject: "token", level: .fine, text: "server/discover was answered, in version \(versions).")
    }
    let text = old == nil ? "initialize was not answered." : "initialize was answered with an error."
    return DoctorFinding(
      subject: "token", level: .problem, text: error?["message"]?.string.map { UntrustedText($0).description } ?? text)
  }

  /// Sends a request as the bridge does, and returns its response; `nil` if there is none.
  private static func answer(to request: JSONValue, over connection: MCPConnection) async -> [String: JSONValue]? {
    let (lines, input) = AsyncStream<MessageLines.Line>.makeStream()
    let response = Response()
    var effects = connection.effects
    effects.write = { line in
      guard let message = JSONRPCMessage(line), message.answers(1) else { return }
      response.set(message)
      input.finish()
    }
    input.yield(.message(request.bytes()))
    // Without a response the finding below says so.
    try? await Bridge(to: connection.endpoint, effects).run(lines)
    return response.message?.members
  }

  private final class Response: Sendable {
    private let storedAccount = Mutex<JSONRPCMessage?>(nil)
    var message: JSONRPCMessage? { storedAccount.withLock { $0 } }
    func set(_ message: JSONRPCMessage) { storedAccount.withLock { $0 = message } }
  }
}

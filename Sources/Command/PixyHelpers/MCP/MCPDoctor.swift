internal import HTTPTypes
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
    var findings: [DoctorFinding] = []
    let answer: HTTPAnswer?
    do {
      answer = try await transport.send(endpoint.request(.get), body: [], limits: Self.limits)
    } catch let error as HTTPTransportError where error.kind == .timedOut || error.kind == .answerTooLarge {
      answer = nil
    } catch {
      return [.failure("server", error)]
    }
    findings.append(Self.server(endpoint, answer))
    findings += try await metadata(answer, through: transport)
    findings += await accountAndToken()
    return findings
  }

  private static func server(_ endpoint: Endpoint, _ answer: HTTPAnswer?) -> DoctorFinding {
    guard let answer else {
      return DoctorFinding(subject: "server", level: .fine, text: "\(endpoint) answers with a stream.")
    }
    let status = answer.response.status
    let level: DoctorFinding.Level = status.kind == .serverError || status == .notFound ? .problem : .fine
    let words = status == .unauthorized ? ", and requires a token" : ""
    return DoctorFinding(
      subject: "server", level: level, text: "\(endpoint) answers with status \(status.code)\(words).",
      remedy: level == .problem ? "Check the address. If it is right, tell the server's operator." : nil)
  }

  // MARK: The metadata

  private func metadata(
    _ answer: HTTPAnswer?, through transport: any HTTPTransport
  ) async throws -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    do {
      let resource = try await ProtectedResourceMetadata.serving(
        endpoint, challengedBy: answer, through: transport, limits: Self.limits)
      let names = resource.authorizationServers.map(\.text).joined(separator: ", ")
      findings.append(
        DoctorFinding(
          subject: "metadata", level: .fine,
          text: "The resource \(resource.resource) names \(names.isEmpty ? "no authorization server" : names)."))
    } catch is CancellationError {
      throw CancellationError()
    } catch ProtectedResourceError.notPublished where answer?.response.status != .unauthorized {
      let text = "\(endpoint) publishes no metadata, and may need no sign-in."
      return [DoctorFinding(subject: "metadata", level: .notice, text: text)]
    } catch {
      return [.failure("metadata", error)]
    }
    do {
      let discovery = try await ProtectedResourceDiscovery.discover(endpoint, through: transport, limits: Self.limits)
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
        findings.append(DoctorFinding(subject: "account", level: .fine, text: "\(name) is for this server."))
      } else {
        findings.append(
          DoctorFinding(subject: "account", level: .notice, text: "No account is signed in for \(endpoint)."))
      }
    } catch {
      return [.failure("account", error)]
    }
    findings.append(await Self.answer(to: Self.initialize, over: connection))
    return findings
  }

  private static let initialize: JSONValue = [
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": [
      "protocolVersion": "2025-11-25", "capabilities": [:],
      "clientInfo": ["name": "pixy", "version": .string(Version.text)],
    ],
  ]

  /// Sends a request as the bridge does, and returns the finding for its response.
  private static func answer(to request: JSONValue, over connection: MCPConnection) async -> DoctorFinding {
    let (lines, input) = AsyncStream<MessageLines.Line>.makeStream()
    let response = Response()
    var effects = connection.effects
    effects.write = { line in
      guard let message = JSONRPCMessage(line), message.answers(1) else { return }
      response.set(message)
      input.finish()
    }
    input.yield(.message(request.bytes()))
    await Bridge(to: connection.endpoint, effects).run(lines)
    guard let members = response.message?.members else {
      return DoctorFinding(subject: "token", level: .problem, text: "initialize was not answered.")
    }
    if let result = members["result"]?.object {
      let version = UntrustedText(result["protocolVersion"]?.string ?? "an unknown version")
      return DoctorFinding(subject: "token", level: .fine, text: "initialize was answered, in version \(version).")
    }
    let error = members["error"]?.object
    return DoctorFinding(
      subject: "token", level: .problem,
      text: UntrustedText(error?["message"]?.string ?? "initialize was answered with an error.").description)
  }

  private final class Response: Sendable {
    private let storedAccount = Mutex<JSONRPCMessage?>(nil)
    var message: JSONRPCMessage? { storedAccount.withLock { $0 } }
    func set(_ message: JSONRPCMessage) { storedAccount.withLock { $0 = message } }
  }
}

public import DPoPVerification
public import HTTPTypes
internal import JOSE
public import Logging
public import OAuthCore
public import PKCE

/// An OAuth 2.1 authorization server: a function from a request to its answer.
///
/// The server opens no socket. Everything that must outlive a request is in the database, so any
/// number of values, tasks and processes can answer for one issuer. A value itself has only caches
/// and the rates of requests by address, so create one value when the program starts, and use it
/// for all requests. `OAuthServerHummingbird` serves an `AuthorizationServer` on a port; tests call
/// ``respond(to:body:)`` directly.
///
/// ```swift
/// let server = AuthorizationServer(
///   configuration: configuration, database: InMemoryServerDatabase(), clients: InMemoryClientStore([client]),
///   users: directory, pages: pages, logger: Logger(label: "login"))
/// let answer = await server.respond(to: request, body: body)
/// ```
public struct AuthorizationServer: HTTPServing {
  /// The maximum size of a request's body, in bytes. A larger body is answered with status 413.
  public static let maximumBodyBytes = 65_536

  let parts: ServerParts

  /// Creates a server.
  /// - Parameters:
  ///   - configuration: The issuer, scopes, lifetimes and features.
  ///   - database: The database. Several servers of one issuer may share it.
  ///   - clients: The clients that the operator registered.
  ///   - users: The directory of the users who can sign in.
  ///   - pages: Renders the pages as HTML.
  ///   - transport: The HTTP client that fetches what clients publish: keys, request objects (RFC
  ///     9101 §5.2), lists of redirect URIs. Default: none; nothing is fetched.
  ///   - clock: The wall clock. Default: the system's.
  ///   - random: The source of codes and tokens. It must be unpredictable outside tests. Default:
  ///     the system's.
  ///   - dpopNonces: The generator of nonces for DPoP proofs (RFC 9449 §8). All processes of one
  ///     issuer must accept each other's nonces. Default: none; proofs need no nonce.
  ///   - logoutDelivery: The delivery of logout tokens to clients when a session ends. Default:
  ///     none; there is no back-channel logout.
  ///   - grants: The application's own grants. A grant of a built-in type replaces the built-in
  ///     one. Default: none.
  ///   - audit: The destination of audit records. Default: none.
  ///   - logger: The log. It never receives a code, token, `state`, verifier, user name or
  ///     password. Its records have the endpoint, the client, and the address that the request came
  ///     from (``AuthorizationServerConfiguration/logsAddresses``).
  public init(
    configuration: AuthorizationServerConfiguration, database: any ServerDatabase, clients: any ClientStore,
    users: any UserDirectory, pages: any Pages, transport: (any HTTPTransport)? = nil, clock: WallClock = .system,
    random: any RandomSource = SystemRandomSource(), dpopNonces: (any DPoPNonces)? = nil,
    logoutDelivery: LogoutDelivery? = nil, grants: [any TokenGrant] = [], audit: (any AuditLog)? = nil,
    logger: Logger
  ) {
    let core = ServerCore(
      configuration: configuration, clock: clock, secrets: SecretGenerator(random: random),
      audit: audit, logger: RequestLog.logger(logger))
    parts = ServerParts(
      core: core, database: database, clients: clients, users: users, pages: PageResponder(core: core, pages: pages),
      transport: transport, dpopNonces: dpopNonces, logoutDelivery: logoutDelivery, grants: grants)
  }

  /// The server's configuration.
  public var configuration: AuthorizationServerConfiguration { parts.core.configuration }

  /// The server's identifier.
  public var issuer: Issuer { configuration.issuer }

  /// Answers one request.
  ///
  /// The HTTP server calls this function with the whole body. It never throws: a failure inside the
  /// server is logged, and answered with status 500 or `server_error`, without details.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields, as received. Scheme
  ///     and authority are ignored: the server's name is in the configuration.
  ///   - body: The body. More than ``maximumBodyBytes`` bytes are answered with status 413.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers one request, as ``respond(to:body:)`` does, with facts that only the connection knows.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields, as received.
  ///   - body: The body. More than ``maximumBodyBytes`` bytes are answered with status 413.
  ///   - context: The client's address and the certificate of its connection.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    if let overdue = configuration.keySource?.reloadIfDue() { await overdue.value }
    let target = RequestTarget(request)
    let isHead = request.method == .head
    guard let route = parts.routes.route(at: target.path) else {
      return isHead ? Self.notFound.withoutBody : Self.notFound
    }
    let crossOrigin = CrossOriginRequest(request, to: route.description)
    if let preflight = crossOrigin?.preflightAnswer { return preflight }
    var answer: HTTPAnswer
    if !route.description.methods.contains(request.method) {
      answer = Self.answer(methodNotAllowed: route.description)
    } else if body.count > Self.maximumBodyBytes {
      answer = Self.answer(bodyTooLarge: route.description)
    } else {
      answer = await self.answer(
        Exchange(request, target, body, context, parts.core.secrets), at: route)
    }
    if let crossOrigin { answer = crossOrigin.readable(answer) }
    // The answer to a HEAD request has no body (RFC 9110 §9.3.2).
    return isHead ? answer.withoutBody : answer
  }

  private func answer(_ exchange: Exchange, at route: RouteTable.Route) async -> HTTPAnswer {
    let log = RequestLog(
      endpoint: route.description.name, events: route.description.events, address: exchange.context.address,
      logsAddress: configuration.logsAddresses, key: exchange.key)
    return await RequestLog.$current.withValue(log) { await answerLogged(exchange, at: route) }
  }

  private func answerLogged(_ exchange: Exchange, at route: RouteTable.Route) async -> HTTPAnswer {
    do {
      return try await route.endpoint.answer(exchange)
    } catch let error as ClientDocumentError {
      // The token of a request is valid, but its client's metadata document can't be used.
      let refusal = Refusal(error)
      return route.description.errors == .page
        ? parts.pages.error(.developersFault(error.explanation), to: exchange)
        : .json(refusal.response, status: refusal.status, fields: refusal.fields)
    } catch {
      parts.pages.log(error)
      return route.description.errors == .page
        ? parts.pages.error(.internalFailure, to: exchange)
        : .json(ErrorResponse(.serverError), status: .internalServerError)
    }
  }

  private static let notFound = HTTPAnswer.text("There is nothing here.", status: .notFound)

  private static func answer(methodNotAllowed description: EndpointDescription) -> HTTPAnswer {
    let allow: HTTPFields = [.allow: description.methods.map(\.rawValue).joined(separator: ", ")]
    guard case .json(let requests, let rule) = description.errors else {
      return .text("This address does not accept this method.", status: .methodNotAllowed, fields: allow)
    }
    return .json(
      ErrorResponse(.invalidRequest, description: "\(requests) use POST (\(rule))"),
      status: .methodNotAllowed, fields: allow)
  }

  private static func answer(bodyTooLarge description: EndpointDescription) -> HTTPAnswer {
    guard case .json = description.errors else {
      return .text("The request is too large.", status: .contentTooLarge)
    }
    return .json(
      ErrorResponse(.invalidRequest, description: "the request has more than \(maximumBodyBytes) bytes"),
      status: .contentTooLarge)
  }
}

extension AuthorizationServer {
  /// The names of the server's endpoints, for programs that count requests.
  public var endpointNames: [String] { parts.routes.all.map(\.description.name) }

  /// Returns the name of the endpoint that a request is for.
  ///
  /// The name is one of ``endpointNames`` and contains no part of the request, so it can label a
  /// metric.
  /// - Parameter request: The request. Only its path decides, whatever the method.
  /// - Returns: The endpoint's name, or `nil` if the server has no endpoint at the path.
  public func endpointName(for request: HTTPRequest) -> String? {
    parts.routes.route(at: RequestTarget(request).path)?.description.name
  }

  /// Ends all sessions of a user, in all browsers. Call it when an account is closed or was taken
  /// over.
  ///
  /// The sessions end as at a sign-out: tokens that were issued without `offline_access` are
  /// revoked, and clients that registered for back-channel logout are notified.
  /// - Parameter subject: The user.
  /// - Returns: The number of sessions that this call ended; 0 at a server without sessions.
  /// - Throws: The errors of the database. Some sessions may have ended by then; a second call ends
  ///   the others.
  @discardableResult
  public func endSessions(of subject: Subject) async throws -> Int {
    try await parts.sessions?.termination.endAll(
      of: subject, because: "all sessions of its user were ended", request: parts.core.secrets.requestKey()) ?? 0
  }

  /// Ends one session, as ``endSessions(of:)`` ends all of a user.
  ///
  /// - Parameter session: The session.
  /// - Returns: Whether this call ended it; `false` at a server without sessions.
  /// - Throws: The errors of the database. The session may still be valid.
  public func endSession(_ session: SessionID) async throws -> Bool {
    try await parts.sessions?.termination.end(
      session, because: "an operator ended it", request: parts.core.secrets.requestKey()) ?? false
  }
}

/// The parts that test kits and simulated providers need beside the server's answers.
extension AuthorizationServer {
  /// Adds the cross-origin fields to an answer that did not come from this server.
  ///
  /// Pages of other origins may then read the answer wherever they may read the server's own.
  /// - Parameters:
  ///   - answer: The answer, such as that of a `FaultyServer`.
  ///   - request: The request that it answers.
  package func readable(_ answer: HTTPAnswer, to request: HTTPRequest) -> HTTPAnswer {
    guard let route = parts.routes.route(at: RequestTarget(request).path),
      let crossOrigin = CrossOriginRequest(request, to: route.description)
    else { return answer }
    return crossOrigin.readable(answer)
  }

  /// Returns a page that says why a sign-in can't go on, for a program in front of the server that
  /// rejects a request for reasons of its own.
  package func errorPage(_ reason: ErrorPage.Reason) -> HTTPAnswer {
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    return parts.pages.error(
      reason, to: Exchange(request, RequestTarget(request), [], RequestContext(), parts.core.secrets))
  }

  /// Ends the grant of a refresh token, as the token's second use does.
  ///
  /// Test kits call it when only they have the client's keys.
  /// - Parameter token: The refresh token. An unknown one changes nothing.
  /// - Throws: The errors of the database.
  package func endGrant(ofReused token: Secret) async throws {
    let revocation = parts.revocation
    guard let record = try await revocation.tokens.token(SecretHash(ofToken: token)), record.kind == .refresh else {
      return
    }
    try await revocation.end(
      record.grant, of: record.subject, at: record.clientID, because: "a refresh token was used again")
  }
}

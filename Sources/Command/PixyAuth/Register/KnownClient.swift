internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import PixyConnection
internal import TokenStorage

/// A client that an earlier sign-in registered, with its credentials.
struct KnownClient: Sendable, Hashable {
  let client: ClientChoice
  let registration: RegistrationRecord
  /// Whether the server has just issued tokens to the client that a resource accepts, so it need not be
  /// asked.
  let wasJustAccepted: Bool

  /// The time in seconds that a sign-in may need before it sends the client's secret.
  private static let secretLife: TimeInterval = 600
  /// The time in seconds in which a server doesn't forget a client that it has issued tokens to.
  private static let acceptance: TimeInterval = 3_600

  /// Returns the client of an account if a sign-in can use it.
  ///
  /// A client and its credentials belong to one issuer (MCP 2026-07-28, Client Registration).
  ///
  /// - Parameters:
  ///   - record: The account's record.
  ///   - wanted: The options for the client, without an ID.
  ///   - server: The server of the sign-in.
  ///   - grant: The grant of the sign-in.
  ///   - scope: The scope to request.
  ///   - acceptedAt: The time when the server issued the tokens that a resource has just accepted; `nil`
  ///     if there are none.
  ///   - now: The current time.
  init?(
    of record: AccountRecord, for wanted: ClientChoice, at server: ServerChoice, grant: String, scope: Scope,
    acceptedAt: Date?, now: Date
  ) {
    guard record.isRegistered, let registration = record.registration, let issuer = server.issuer,
      record.server.issuer == issuer, record.server.endpoints == server.endpoints,
      record.server.certificate == server.certificate, record.server.certificateKey == server.certificateKey
    else { return nil }
    guard registration.grants.contains(grant) else { return nil }
    if let end = registration.secretExpiresAt, end.timeIntervalSince(now) < Self.secretLife { return nil }
    // The client can use no other scope than the registered one (RFC 7591 §2).
    if let registeredScope = registration.scope, !scope.isSubset(of: registeredScope) { return nil }
    var same = wanted
    same.id = record.client.id
    same.secret = record.client.secret
    same.method = wanted.method ?? record.client.method
    // The server chose one of several algorithms.
    if let choice = record.client.idTokenAlgorithms.first, wanted.idTokenAlgorithms.contains(choice) {
      same.idTokenAlgorithms = record.client.idTokenAlgorithms
    }
    guard wanted.secret == nil, same == record.client else { return nil }
    client = record.client
    self.registration = registration
    wasJustAccepted = acceptedAt.map { (0..<Self.acceptance).contains(now.timeIntervalSince($0)) } ?? false
  }

  /// Returns the port of the registered redirect URI on this machine with a path.
  ///
  /// Servers may compare the port (RFC 6749 §3.1.2.3), although those that follow RFC 8252 §7.3 don't.
  func port(at host: LoopbackHost, path: String) -> Int? {
    for text in registration.redirectURIs {
      guard let parts = (try? RedirectURI(text))?.parts, let port = parts.port, port > 0,
        text == "http://\(host.rawValue):\(port)\(path)"
      else { continue }
      return port
    }
    return nil
  }
}

extension AccountDirectory {
  /// Returns the clients that a sign-in can use, the newest first.
  ///
  /// An account that can't be read is left out: a sign-in doesn't depend on other accounts.
  ///
  /// - Parameters:
  ///   - wanted: The options for the client, without an ID.
  ///   - server: The server of the sign-in.
  ///   - grant: The grant of the sign-in.
  ///   - scope: The scope to request.
  ///   - accepting: The resource that has just accepted a token and asks for more scope; `nil` for none.
  ///   - clock: The wall clock. Default: the system's.
  func knownClients(
    for wanted: ClientChoice, at server: ServerChoice, grant: String, scope: Scope, accepting resource: String? = nil,
    clock: WallClock = .system
  ) async -> [KnownClient] {
    let now = clock.now()
    var clients: [(client: KnownClient, moment: Date)] = []
    for account in (try? await accounts()) ?? [] {
      guard let storedAccount = try? await storedAccount(account) else { continue }
      let isAccepted = resource.map { storedAccount.record.resources == [$0] } ?? false
      guard
        let client = KnownClient(
          of: storedAccount.record, for: wanted, at: server, grant: grant, scope: scope,
          acceptedAt: isAccepted ? storedAccount.tokens.receivedAt : nil, now: now)
      else { continue }
      clients.append((client, storedAccount.record.signedInAt ?? .distantPast))
    }
    return clients.sorted { $0.moment > $1.moment }.map(\.client)
  }
}

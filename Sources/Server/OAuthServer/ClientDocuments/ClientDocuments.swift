internal import FoundationBasics
internal import HTTPTypes
internal import JOSE
internal import Logging
internal import OAuthCore
internal import Synchronization

/// The clients that the server knows, and those that identify themselves with the address of a
/// metadata document (draft-ietf-oauth-client-id-metadata-document-02).
///
/// A document is fetched on first use, once for all waiting requests, and cached for its lifetime
/// (§5.2). If it can't be renewed, the last valid one stays in use until a day after it was fetched,
/// so that tokens can be refreshed while the client's site is away. Errors and invalid documents
/// are never cached as success.
///
/// A document with which a user got tokens is kept in the database (``KeptClientDocument``). Its
/// renewal has no limits that strangers could use up, and requests don't wait for it, except those
/// that need a key of the document: an old key ends with the document's lifetime. After a day without
/// a renewal, one that fails ends its use.
///
/// A stranger can name any address. The number of fetches is limited for each network that
/// requests come from, and for each host. A failed address isn't fetched again for ten seconds.
final class ClientDocuments: ClientStore, ServerPart {
  /// The time for which a document is used that can't be renewed, in seconds.
  static let longestUse: TimeInterval = 24 * 3_600
  /// The maximum number of cached documents.
  static let capacity = 1_000
  /// The maximum numbers of fetches per minute: for requests from one address, and to one host, of
  /// which a part is for networks with few requests.
  static let most = (fromAddress: 60, toHost: 120)

  private static let limits = HTTPLimits(timeout: .seconds(5), answerBytes: ClientDocument.maximumBytes)

  private struct Entry {
    let client: RegisteredClient
    let document: KeptClientDocument
    /// Whether the database has the document.
    var isKept: Bool
    /// Whether the last attempt to renew the document has failed.
    var hasFailed = false
    var lastUse = 0

    var fetchedAt: Date { document.fetchedAt }
    var lifetime: TimeInterval { document.lifetime }

    // A negative age means that the clock was set back. Less than a minute is an ordinary
    // correction.
    func isFresh(at now: Date) -> Bool { (-60..<lifetime).contains(now.timeIntervalSince(fetchedAt)) }
    func isUsable(at now: Date) -> Bool { (-60..<longestUse).contains(now.timeIntervalSince(fetchedAt)) }

    /// Whether a request uses the document without waiting for its renewal.
    func isRenewedBeside(at now: Date) -> Bool {
      guard isKept, client.kind == .public else { return false }
      let longest = hasFailed ? longestUse : KeptClientDocument.longestTime / .seconds(1)
      return (-60..<longest).contains(now.timeIntervalSince(fetchedAt))
    }
  }

  private struct State {
    var entries: [ClientDocumentAddress: Entry] = [:]
    var fetches: [ClientDocumentAddress: SharedTask<RegisteredClient>] = [:]
    var uses = 0
  }

  let core: ServerCore
  private let knownClients: any ClientStore
  private let registrations: any ClientRegistrationOperations
  private let policy: ClientDocumentPolicy
  private let transport: any HTTPTransport
  private let backoff = FetchBackoff()
  /// The limits of the renewals of kept documents, which aren't shared with strangers.
  private let renewals = FetchBackoff()
  private let rateByAddress = UnauthenticatedRequestRate()
  private let rateByHost = UnauthenticatedRequestRate()
  private let state = Mutex(State())

  /// - Parameters:
  ///   - core: The configuration, clock and logger.
  ///   - knownClients: The clients that take precedence: those that are registered.
  ///   - registrations: The database of the kept documents.
  ///   - policy: The rules for documents.
  ///   - transport: The HTTP client that fetches documents.
  init(
    core: ServerCore, knownClients: any ClientStore, registrations: any ClientRegistrationOperations,
    policy: ClientDocumentPolicy, through transport: any HTTPTransport
  ) {
    self.core = core
    self.knownClients = knownClients
    self.registrations = registrations
    self.policy = policy
    self.transport = transport
  }

  /// Returns the client with an identifier, whose document may be fetched.
  /// - Throws: ``ClientDocumentError`` if the identifier is an address without a usable document;
  ///   the errors of the other clients' store.
  func client(_ id: String) async throws -> RegisteredClient? {
    if let client = try await knownClients.client(id) { return client }
    guard let address = ClientDocumentAddress(id), policy.accepts(host: address.endpoint.parts.host),
      configuration.outgoing.allows(address.endpoint)
    else { return nil }
    guard let entry = try await known(address) else { return try await fetched(address, isKept: false) }
    let now = clock.now()
    if entry.isFresh(at: now) { return entry.client }
    if entry.isRenewedBeside(at: now) {
      // Its failure is noted for the next request.
      _ = try? renewal(address, isKept: true)
      return entry.client
    }
    do {
      return try await fetched(address, isKept: entry.isKept)
    } catch {
      try Task.checkCancellation()
      guard entry.isUsable(at: clock.now()) else { throw error }
      return entry.client
    }
  }

  /// Keeps the document of a client in the database, because a user got tokens with it.
  /// - Throws: Any error of the database. The next use tries again.
  func keep(_ id: String) async throws {
    guard let address = ClientDocumentAddress(id),
      let entry = state.withLock({ $0.entries[address] }), !entry.isKept
    else { return }
    try await save(entry.document, of: entry.client)
    state.withLock { $0.entries[address]?.isKept = true }
  }

  private func save(_ document: KeptClientDocument, of client: RegisteredClient) async throws {
    let record = document.record(client, core.secrets.secret())
    guard try await !registrations.replaceRegistration(record) else { return }
    // Users decide how many documents are kept, so the limit of a minute isn't needed.
    let limits = RegistrationLimits(clients: configuration.registration.maximumClients, clientsPerMinute: .max)
    _ = try await registrations.register(record, within: limits, at: clock.now())
  }

  /// Returns the document in memory if it is fresh, or else the newer one of memory and database, which
  /// another process may have kept or renewed.
  private func known(_ address: ClientDocumentAddress) async throws -> Entry? {
    let entry = cached(address)
    if let entry, entry.isFresh(at: clock.now()) { return entry }
    let document: KeptClientDocument?
    do {
      let record = try await registrations.registration(address.text, at: clock.now())
      document = record.flatMap { $0.client.id.utf8.elementsEqual(address.text.utf8) ? KeptClientDocument($0) : nil }
    } catch {
      guard let entry else { throw error }
      return entry
    }
    guard let document else { return entry }
    if var entry, entry.fetchedAt >= document.fetchedAt {
      guard !entry.isKept else { return entry }
      entry.isKept = true
      note(entry, address)
      return entry
    }
    guard let client = try? document.client(at: address, configuration) else { return entry }
    let kept = Entry(client: client, document: document, isKept: true)
    note(kept, address)
    return kept
  }

  private func cached(_ address: ClientDocumentAddress) -> Entry? {
    state.withLock { state in
      state.uses += 1
      state.entries[address]?.lastUse = state.uses
      return state.entries[address]
    }
  }

  /// Waits for the running fetch, or starts one.
  private func fetched(_ address: ClientDocumentAddress, isKept: Bool) async throws -> RegisteredClient {
    try await renewal(address, isKept: isKept).value()
  }

  /// Returns the running fetch, or starts one.
  private func renewal(_ address: ClientDocumentAddress, isKept: Bool) throws -> SharedTask<RegisteredClient> {
    try state.withLock { state in
      if let running = state.fetches[address] { return running }
      try admitFetch(address, isKept: isKept)
      let fetch = SharedTask { try await self.fetch(address, isKept: isKept) }
      state.fetches[address] = fetch
      return fetch
    }
  }

  private func admitFetch(_ address: ClientDocumentAddress, isKept: Bool) throws(ClientDocumentError) {
    let now = clock.now()
    guard !(isKept ? renewals : backoff).covers(address.endpoint, for: address.text, at: now) else {
      throw .unavailable("it failed a moment ago: try again after 10 seconds")
    }
    guard !isKept else { return }
    let most = (
      fromAddress: configuration.share(of: Self.most.fromAddress), toHost: configuration.share(of: Self.most.toHost)
    )
    guard let number = rateByAddress.number(RequestLog.current?.address, at: now, perMinute: most.fromAddress),
      rateByHost.admits(
        requestTo: address.endpoint.parts.host, at: now,
        perMinute: UnauthenticatedRequestRate.share(of: most.toHost, for: number))
    else { throw .unavailable("too many documents were fetched in the last minute: try again in a minute") }
  }

  private func fetch(_ address: ClientDocumentAddress, isKept: Bool) async throws -> RegisteredClient {
    defer { state.withLock { $0.fetches[address] = nil } }
    let limits = isKept ? renewals : backoff
    let host = (try? Endpoint(address.endpoint.origin)) ?? address.endpoint
    let newDocument: (client: RegisteredClient, document: KeptClientDocument)?
    do {
      newDocument = try await limits.fetching(
        host, for: address.text, from: isKept ? nil : RequestLog.current?.address
      ) { try await document(address) }
    } catch {
      limits.begin(address.endpoint, for: nil, at: clock.now())
      state.withLock { $0.entries[address]?.hasFailed = true }
      logger.info("A client metadata document could not be used", metadata: ["reason": "\(error)"])
      throw error
    }
    guard let newDocument else {
      throw ClientDocumentError.unavailable("too many documents are being fetched: try again")
    }
    note(Entry(client: newDocument.client, document: newDocument.document, isKept: isKept), address)
    if isKept {
      do {
        try await save(newDocument.document, of: newDocument.client)
      } catch {
        // The document is in memory, and the next token answer saves it.
        log(error)
        state.withLock { $0.entries[address]?.isKept = false }
      }
    }
    return newDocument.client
  }

  /// Fetches and reads a document (§5): redirects aren't followed, and every status but 200 is an
  /// error.
  private func document(
    _ address: ClientDocumentAddress
  ) async throws(ClientDocumentError) -> (client: RegisteredClient, document: KeptClientDocument) {
    var request = address.endpoint.request(.get)
    request.headerFields[.accept] = "application/json"
    request.headerFields[.userAgent] = "Pixy"
    // A host name could get another address after a check, so the transport connects to the address
    // that it has checked (§8.6).
    let limits = configuration.outgoing.limits(Self.limits, ofStranger: true)
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(request, body: [], limits: limits)
    } catch let error as HTTPTransportError where error.kind == .answerTooLarge {
      throw ClientDocument.tooLong
    } catch {
      // One text for all failures: the differences would tell closed ports from open ones.
      let failure = error as? HTTPTransportError
      logger.info(
        "A client metadata document could not be fetched",
        metadata: ["error": "\(failure?.code ?? "other")", "cause": "\(failure?.cause.map { "\($0)" } ?? "")"])
      throw .unavailable("its host gave no complete answer at a public address")
    }
    guard answer.response.status == .ok else {
      throw .unavailable("its status is \(answer.response.status.code) and not 200")
    }
    let client = try ClientDocument(answer, at: address, configuration).client
    return (
      client,
      KeptClientDocument(
        text: String(decoding: answer.body, as: UTF8.self), fetchedAt: clock.now(),
        lifetime: FreshnessLifetime(answer.response.headerFields).seconds)
    )
  }

  private func note(_ entry: Entry, _ address: ClientDocumentAddress) {
    state.withLock { state in
      if state.entries[address] == nil, state.entries.count >= Self.capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
      state.uses += 1
      var entry = entry
      entry.lastUse = state.uses
      state.entries[address] = entry
    }
  }
}

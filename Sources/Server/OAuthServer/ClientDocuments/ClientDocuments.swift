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
/// A stranger can name any address. The number of fetches is limited for each address that
/// requests come from, and for each host. A failed address isn't fetched again for ten seconds.
///
/// The cache is this process's own and ends with it. If a document can't be fetched after a restart,
/// its client gets status 503, and keeps its refresh tokens.
final class ClientDocuments: ClientStore, ServerPart {
  /// The time for which a document is used that can't be renewed, in seconds.
  static let longestUse: TimeInterval = 24 * 3_600
  /// The maximum number of cached documents.
  static let capacity = 1_000
  /// The maximum numbers of fetches per minute: for requests from one address, and to one host.
  static let most = (fromAddress: 60, toHost: 60)

  private static let limits = HTTPLimits(timeout: .seconds(5), answerBytes: ClientDocument.maximumBytes)

  private struct Entry {
    let client: RegisteredClient
    let fetchedAt: Date
    let lifetime: TimeInterval
    var lastUse: Int

    // A negative age means that the clock was set back. Less than a minute is an ordinary
    // correction.
    func isFresh(at now: Date) -> Bool { (-60..<lifetime).contains(now.timeIntervalSince(fetchedAt)) }
    func isUsable(at now: Date) -> Bool { (-60..<longestUse).contains(now.timeIntervalSince(fetchedAt)) }
  }

  private struct State {
    var entries: [ClientDocumentAddress: Entry] = [:]
    var fetches: [ClientDocumentAddress: SharedTask<RegisteredClient>] = [:]
    var uses = 0
  }

  let core: ServerCore
  private let knownClients: any ClientStore
  private let policy: ClientDocumentPolicy
  private let transport: any HTTPTransport
  private let backoff = FetchBackoff()
  private let rateByAddress = UnauthenticatedRequestRate()
  private let rateByHost = UnauthenticatedRequestRate()
  private let state = Mutex(State())

  /// - Parameters:
  ///   - core: The configuration, clock and logger.
  ///   - knownClients: The clients that take precedence: those that are registered.
  ///   - policy: The rules for documents.
  ///   - transport: The HTTP client that fetches documents.
  init(
    core: ServerCore, knownClients: any ClientStore, policy: ClientDocumentPolicy, through transport: any HTTPTransport
  ) {
    self.core = core
    self.knownClients = knownClients
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
    let cachedDocument = cached(address)
    if let cachedDocument, cachedDocument.isFresh(at: clock.now()) { return cachedDocument.client }
    do {
      return try await fetched(address)
    } catch {
      try Task.checkCancellation()
      guard let cachedDocument, cachedDocument.isUsable(at: clock.now()) else { throw error }
      return cachedDocument.client
    }
  }

  private func cached(_ address: ClientDocumentAddress) -> Entry? {
    state.withLock { state in
      state.uses += 1
      state.entries[address]?.lastUse = state.uses
      return state.entries[address]
    }
  }

  /// Waits for the running fetch, or starts one.
  private func fetched(_ address: ClientDocumentAddress) async throws -> RegisteredClient {
    let running = try state.withLock { state in
      if let running = state.fetches[address] { return running }
      try admitFetch(address)
      let fetch = SharedTask { try await self.fetch(address) }
      state.fetches[address] = fetch
      return fetch
    }
    return try await running.value()
  }

  private func admitFetch(_ address: ClientDocumentAddress) throws(ClientDocumentError) {
    let now = clock.now()
    guard !backoff.covers(address.endpoint, for: address.text, at: now) else {
      throw .unavailable("it failed a moment ago: try again after 10 seconds")
    }
    let most = (
      fromAddress: configuration.share(of: Self.most.fromAddress), toHost: configuration.share(of: Self.most.toHost)
    )
    guard rateByAddress.admits(RequestLog.current?.address, at: now, perMinute: most.fromAddress),
      rateByHost.admits(requestTo: address.endpoint.parts.host, at: now, perMinute: most.toHost)
    else { throw .unavailable("too many documents were fetched in the last minute: try again in a minute") }
  }

  private func fetch(_ address: ClientDocumentAddress) async throws -> RegisteredClient {
    defer { state.withLock { $0.fetches[address] = nil } }
    let host = (try? Endpoint(address.endpoint.origin)) ?? address.endpoint
    let newDocument: (client: RegisteredClient, lifetime: TimeInterval)?
    do {
      newDocument = try await backoff.fetching(host, for: address.text) { try await document(address) }
    } catch {
      backoff.begin(address.endpoint, for: nil, at: clock.now())
      logger.info("A client metadata document could not be used", metadata: ["reason": "\(error)"])
      throw error
    }
    guard let newDocument else {
      throw ClientDocumentError.unavailable("too many documents are being fetched: try again")
    }
    keep(newDocument.client, address, newDocument.lifetime)
    return newDocument.client
  }

  /// Fetches and reads a document (§5): redirects aren't followed, and every status but 200 is an
  /// error.
  private func document(
    _ address: ClientDocumentAddress
  ) async throws(ClientDocumentError) -> (RegisteredClient, TimeInterval) {
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
    let document = try ClientDocument(answer, at: address, configuration)
    return (document.client, FreshnessLifetime(answer.response.headerFields).seconds)
  }

  private func keep(_ client: RegisteredClient, _ address: ClientDocumentAddress, _ lifetime: TimeInterval) {
    state.withLock { state in
      if state.entries[address] == nil, state.entries.count >= Self.capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
      state.uses += 1
      state.entries[address] = Entry(
        client: client, fetchedAt: clock.now(), lifetime: lifetime, lastUse: state.uses)
    }
  }
}

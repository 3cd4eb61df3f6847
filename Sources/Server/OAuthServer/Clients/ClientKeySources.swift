internal import FoundationBasics
package import JOSE
package import OAuthCore
internal import Synchronization

/// The source of clients' public keys: registered key sets, and key sets that clients publish.
///
/// Published keys are fetched on first use and cached by `RemoteKeySet`. They are fetched again if
/// a token names an unknown `kid`. The number of cached addresses is limited. An address that failed
/// isn't asked again for ten seconds, so clients can't make the server send requests at will.
package final class ClientKeySources: Sendable {
  /// The time for which a failed address isn't asked again, in seconds.
  static let pause: TimeInterval = 10
  /// The limits on the time and size of one fetch.
  static let limits = HTTPLimits(timeout: .seconds(5), answerBytes: 131_072)

  private struct Entry {
    let source: PublishedClientKeys
    var lastUse: Int
  }

  private struct Place: Hashable {
    let address: String
    let isStranger: Bool
  }

  private struct State {
    var entries: [Place: Entry] = [:]
    var uses = 0
  }

  private let transport: (any HTTPTransport)?
  private let outgoing: OutgoingAddresses
  private let clock: WallClock
  /// The maximum number of addresses whose keys are cached.
  private let capacity: Int
  private let state = Mutex(State())

  package init(
    through transport: (any HTTPTransport)?, to outgoing: OutgoingAddresses, clock: WallClock, capacity: Int = 1_000
  ) {
    self.transport = transport
    self.outgoing = outgoing
    self.clock = clock
    self.capacity = capacity
  }

  /// Returns the source that verifies signatures with a client's keys.
  /// - Parameters:
  ///   - keys: The client's registered keys.
  ///   - isStranger: Whether the client registered itself without a trusted software statement.
  /// - Throws: ``ClientKeysError`` if the server sends no requests to the address of the keys.
  package func source(_ keys: ClientKeys, ofStranger isStranger: Bool = true) throws(ClientKeysError) -> any KeySource {
    switch keys {
    case .set(let set): return isStranger ? set.ofStranger : set
    case .address(let address): return try published(address, isStranger)
    }
  }

  /// Returns a client's keys, among which a certificate's key is looked up (RFC 8705 §2.2).
  /// - Throws: ``ClientKeysError``, or the error of the fetch.
  package func keys(_ keys: ClientKeys, ofStranger isStranger: Bool = true) async throws -> JSONWebKeySet {
    switch keys {
    case .set(let set): isStranger ? set.ofStranger : set
    case .address(let address): try await published(address, isStranger).keys()
    }
  }

  private func published(
    _ address: Endpoint, _ isStranger: Bool
  ) throws(ClientKeysError) -> PublishedClientKeys {
    guard let transport else { throw .noTransport }
    // An operator may register an address inside the network; a stranger may not (RFC 7591 §5).
    guard !isStranger || outgoing.allows(address) else { throw .addressNotAllowed }
    let place = Place(address: address.text, isStranger: isStranger)
    return state.withLock { state in
      state.uses += 1
      if let knownSource = state.entries[place]?.source {
        state.entries[place]?.lastUse = state.uses
        return knownSource
      }
      if state.entries.count >= capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
      let source = PublishedClientKeys(
        RemoteKeySet(
          address, through: transport, limits: outgoing.limits(Self.limits, ofStranger: isStranger), clock: clock,
          isOfStranger: isStranger), clock)
      state.entries[place] = Entry(source: source, lastUse: state.uses)
      return source
    }
  }
}

/// One client's published keys. After a failed fetch they aren't fetched again for a while.
final class PublishedClientKeys: KeySource {
  private let remote: RemoteKeySet
  private let clock: WallClock
  private let failure = Mutex<(moment: Date, error: any Error)?>(nil)

  init(_ remote: RemoteKeySet, _ clock: WallClock) {
    self.remote = remote
    self.clock = clock
  }

  func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) async throws -> VerifiedSignature {
    // The fetch comes first: an error here is then an error of the fetch, not of the signature.
    _ = try await keys()
    return try await remote.verified(signature, allowing: algorithms, type: type)
  }

  func keys() async throws -> JSONWebKeySet {
    let now = clock.now()
    if let last = failure.withLock({ $0 }),
      (0..<ClientKeySources.pause).contains(now.timeIntervalSince(last.moment))
    {
      throw last.error
    }
    do {
      return try await remote.keys()
    } catch {
      if !(error is CancellationError) { failure.withLock { $0 = (now, error) } }
      throw error
    }
  }
}

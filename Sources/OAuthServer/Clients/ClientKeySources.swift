#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
package import JOSE
package import OAuthCore
internal import Synchronization

/// Where the server finds its clients' public keys: those that were registered themselves, and those that clients publish.
///
/// Published keys are fetched when they are needed and kept as `RemoteKeySet` says: asked for again when a token names a `kid`
/// that isn't among them, at most once in 30 seconds. Of so many addresses at a time; an address that fails isn't
/// asked again for ten seconds, so that nobody can have the server send requests at will.
package final class ClientKeySources: Sendable {
  /// How many seconds an address that failed is left alone.
  static let pause: TimeInterval = 10
  /// The time and size of one fetch.
  static let limits = HTTPLimits(timeout: .seconds(5), answerOctets: 131_072)

  private struct Entry {
    let source: PublishedClientKeys
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses = 0
  }

  private let transport: (any HTTPTransport)?
  private let outgoing: OutgoingAddresses
  private let clock: WallClock
  /// For how many addresses keys are kept.
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

  /// What checks signatures with a client's keys.
  /// - Parameters:
  ///   - keys: the client's registration.
  ///   - isStranger: whether the client registered itself, and nobody vouched for it.
  /// - Throws: ``ClientKeysError`` if the keys would have to be fetched from where the server asks nobody.
  package func source(_ keys: ClientKeys, ofStranger isStranger: Bool = true) throws(ClientKeysError) -> any KeySource {
    switch keys {
    case .set(let set): return set
    case .address(let address): return try published(address, isStranger)
    }
  }

  /// A client's keys themselves: a certificate's key is looked for among them (RFC 8705 §2.2).
  /// - Throws: ``ClientKeysError``, or why they can't be had now.
  package func keys(_ keys: ClientKeys, ofStranger isStranger: Bool = true) async throws -> JSONWebKeySet {
    switch keys {
    case .set(let set): set
    case .address(let address): try await published(address, isStranger).keys()
    }
  }

  private func published(
    _ address: Endpoint, _ isStranger: Bool
  ) throws(ClientKeysError) -> PublishedClientKeys {
    guard let transport else { throw .noTransport }
    // What an operator wrote down may be inside their network; what a stranger named may not (RFC 7591 §5).
    guard !isStranger || outgoing.allows(address) else { throw .addressNotAllowed }
    return state.withLock { state in
      state.uses += 1
      if let known = state.entries[address.text]?.source {
        state.entries[address.text]?.lastUse = state.uses
        return known
      }
      if state.entries.count >= capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
      let source = PublishedClientKeys(
        RemoteKeySet(address, through: transport, limits: Self.limits, clock: clock), clock)
      state.entries[address.text] = Entry(source: source, lastUse: state.uses)
      return source
    }
  }
}

/// One client's published keys, left alone for a while when they can't be had.
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
    // So that what fails here is the fetch and not the signature.
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

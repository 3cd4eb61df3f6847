#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthCore

/// Keeps the metadata of authorization servers, so that each is fetched once in a while and not for each request.
///
/// Make one for the application. However many tasks ask for an issuer at once, it is fetched once, and a task that is
/// cancelled doesn't end the fetch for the others. If a later fetch fails, what is known stays good.
public actor MetadataCache {
  private struct Entry {
    var metadata: AuthorizationServerMetadata
    var fetchedAt: Date
    /// Asked again from this moment on.
    var staleAt: Date
  }

  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let lifetime: TimeInterval
  private let clock: WallClock
  private var entries: [Issuer: Entry] = [:]
  private var fetches: [Issuer: Task<AuthorizationServerMetadata, any Error>] = [:]

  /// An empty cache.
  /// - Parameters:
  ///   - transport: what moves requests.
  ///   - lifetime: how long a document is used before it is fetched again; whole seconds.
  ///   - limits: the time and size that one exchange may take.
  ///   - clock: what time it is; tests pass their own.
  public init(
    through transport: any HTTPTransport, lifetime: Duration = .seconds(3_600), limits: HTTPLimits = HTTPLimits(),
    clock: WallClock = .system
  ) {
    self.transport = transport
    self.limits = limits
    self.lifetime = TimeInterval(lifetime.components.seconds)
    self.clock = clock
  }

  /// The metadata of an issuer: the known one while it is fresh, otherwise fetched.
  ///
  /// - Parameter issuer: whose; compared octet for octet. Of more than 256 the one that was fetched first is forgotten.
  /// - Throws: what `AuthorizationServerMetadata.discover` throws, if nothing is known;
  ///   `CancellationError` once the fetch has ended, if the task was cancelled.
  public func metadata(of issuer: Issuer) async throws -> AuthorizationServerMetadata {
    let now = clock.now()
    if let entry = entries[issuer], now < entry.staleAt, now >= entry.fetchedAt { return entry.metadata }
    let fetch = fetches[issuer] ?? begin(issuer)
    let result = await fetch.result
    try Task.checkCancellation()
    switch result {
    case .success(let metadata): return metadata
    case .failure(let error):
      guard let known = entries[issuer]?.metadata else { throw error }
      return known
    }
  }

  /// Forgets an issuer, so that the next call fetches: for example after its answers stopped to fit its metadata.
  ///
  /// - Parameter issuer: which one; need not be known. A fetch that has begun goes on, and what it brings is kept.
  public func forget(_ issuer: Issuer) {
    entries[issuer] = nil
  }

  private func begin(_ issuer: Issuer) -> Task<AuthorizationServerMetadata, any Error> {
    let task = Task { [transport, limits] in
      let result: Result<AuthorizationServerMetadata, any Error>
      do {
        result = .success(
          try await AuthorizationServerMetadata.discover(issuer, through: transport, limits: limits))
      } catch {
        result = .failure(error)
      }
      self.end(issuer, result)
      return try result.get()
    }
    fetches[issuer] = task
    return task
  }

  private func end(_ issuer: Issuer, _ result: Result<AuthorizationServerMetadata, any Error>) {
    fetches[issuer] = nil
    let now = clock.now()
    switch result {
    case .success(let metadata):
      if entries.count >= Self.maximumEntries, entries[issuer] == nil { dropOldest() }
      entries[issuer] = Entry(
        metadata: metadata, fetchedAt: now, staleAt: now.addingTimeInterval(lifetime))
    case .failure:
      // Not for each request again while the server is down.
      entries[issuer]?.staleAt = now.addingTimeInterval(min(Self.pauseAfterFailure, lifetime))
      if let entry = entries[issuer], now < entry.fetchedAt { entries[issuer]?.fetchedAt = now }
    }
  }

  private func dropOldest() {
    guard let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key else { return }
    entries[oldest] = nil
  }

  // Issuers may come from resources' metadata, which anybody can write.
  private static let maximumEntries = 256
  private static let pauseAfterFailure: TimeInterval = 60
}

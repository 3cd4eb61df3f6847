internal import FoundationBasics
public import OAuthCore

/// A cache of authorization servers' metadata.
///
/// Create one for the application. However many tasks ask for an issuer at once, its metadata is
/// fetched once, and a task that is cancelled doesn't end the fetch for the others. If a later
/// fetch fails, the cached metadata stays in use.
public actor MetadataCache {
  private struct Entry {
    var metadata: AuthorizationServerMetadata
    var fetchedAt: Date
    /// The time from which on the metadata is fetched again.
    var staleAt: Date
  }

  private let transport: any HTTPTransport
  private let limits: HTTPLimits
  private let lifetime: TimeInterval
  private let clock: WallClock
  private var entries: [Issuer: Entry] = [:]
  private var fetches: [Issuer: SharedTask<AuthorizationServerMetadata>] = [:]

  /// Creates an empty cache.
  /// - Parameters:
  ///   - transport: The HTTP transport.
  ///   - lifetime: The time that a document is used before it is fetched again, in whole seconds.
  ///     Default: an hour.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  ///   - clock: The wall clock; tests pass their own. Default: the system's.
  public init(
    through transport: any HTTPTransport, lifetime: Duration = .seconds(3_600), limits: HTTPLimits = HTTPLimits(),
    clock: WallClock = .system
  ) {
    self.transport = transport
    self.limits = limits
    self.lifetime = TimeInterval(lifetime.components.seconds)
    self.clock = clock
  }

  /// Returns the metadata of an issuer: from the cache while they are fresh, otherwise fetched.
  ///
  /// - Parameter issuer: The issuer, compared byte for byte. The cache holds 256 issuers and drops
  ///   the one that was fetched first.
  /// - Throws: The errors of `AuthorizationServerMetadata.discover`, if no metadata is cached;
  ///   `CancellationError` as soon as the task that waits for a fetch is cancelled.
  public func metadata(of issuer: Issuer) async throws -> AuthorizationServerMetadata {
    let now = clock.now()
    if let entry = entries[issuer], now < entry.staleAt, now >= entry.fetchedAt { return entry.metadata }
    let fetch = fetches[issuer] ?? begin(issuer)
    do {
      return try await fetch.value()
    } catch {
      try Task.checkCancellation()
      guard let cachedMetadata = entries[issuer]?.metadata else { throw error }
      return cachedMetadata
    }
  }

  /// Discards the metadata of an issuer, so that the next call fetches them.
  ///
  /// Call it after the server's answers stopped matching its metadata.
  ///
  /// - Parameter issuer: The issuer. It need not be cached. A fetch that is running goes on, and
  ///   its result is cached.
  public func discard(_ issuer: Issuer) {
    entries[issuer] = nil
  }

  private func begin(_ issuer: Issuer) -> SharedTask<AuthorizationServerMetadata> {
    let task = SharedTask { [transport, limits] in
      let result: Result<AuthorizationServerMetadata, any Error>
      do {
        result = .success(
          try await AuthorizationServerMetadata.discover(issuer, through: transport, limits: limits))
      } catch {
        result = .failure(error)
      }
      await self.end(issuer, result)
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
      // While the server is down, not every request fetches again.
      entries[issuer]?.staleAt = now.addingTimeInterval(min(Self.pauseAfterFailure, lifetime))
      if let entry = entries[issuer], now < entry.fetchedAt { entries[issuer]?.fetchedAt = now }
    }
  }

  private func dropOldest() {
    guard let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key else { return }
    entries[oldest] = nil
  }

  // Issuers may come from resources' metadata, which attackers can write.
  private static let maximumEntries = 256
  private static let pauseAfterFailure: TimeInterval = 60
}

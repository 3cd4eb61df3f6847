internal import Logging
internal import NIOCore
internal import OAuthServer
internal import Synchronization

/// The open connections of a port, within their limits.
///
/// Connections cost an attacker nothing. Without limits, one address with some thousand idle ones
/// takes all of the process's files, and no other client can connect.
final class OpenConnections: Sendable {
  /// One open connection.
  final class Connection: Sendable {
    fileprivate let channel: any Channel
    fileprivate let network: [UInt8]
    /// The number of connections before this one, which decides between two that are idle alike.
    fileprivate let number: Int
    /// The time since which no request is being answered, in nanoseconds of the monotonic clock;
    /// `UInt64.max` while one is.
    private let restingSince: Atomic<UInt64>

    fileprivate init(_ channel: any Channel, _ network: [UInt8], number: Int) {
      self.channel = channel
      self.network = network
      self.number = number
      restingSince = Atomic(NIODeadline.now().uptimeNanoseconds)
    }

    fileprivate var rank: (since: UInt64, number: Int) { (restingSince.load(ordering: .relaxed), number) }

    /// Notes that a request is being answered.
    func isAnswering() { restingSince.store(.max, ordering: .relaxed) }

    /// Notes that the answer was written.
    func isResting() { restingSince.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    /// The number of connections of each network.
    var counts: [[UInt8]: Int] = [:]
    /// The number of connections so far.
    var openedCount = 0
    /// The number of connections that were closed since the last report.
    var closedCount = 0
    var reportedAt: NIODeadline?

    mutating func add(_ channel: any Channel, _ network: [UInt8]) -> Connection {
      let connection = Connection(channel, network, number: openedCount)
      openedCount += 1
      connections[ObjectIdentifier(connection)] = connection
      counts[network, default: 0] += 1
      return connection
    }

    mutating func remove(_ connection: Connection) {
      guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      let count = counts[connection.network, default: 1] - 1
      counts[connection.network] = count > 0 ? count : nil
    }

    /// Removes the connection that was idle for the longest time.
    /// - Parameter network: The network whose connections count; nil for all.
    mutating func removeOldest(of network: [UInt8]?) -> Connection? {
      let oldest = connections.values.lazy.filter { network == nil || $0.network == network }
        .min { $0.rank < $1.rank }
      guard let oldest, oldest.rank.since != .max else { return nil }
      remove(oldest)
      return oldest
    }
  }

  private let limits: ConnectionLimits
  private let logger: Logger
  private let state = Mutex(State())

  init(_ limits: ConnectionLimits, _ logger: Logger) {
    self.limits = limits
    self.logger = logger
  }

  /// The number of open connections.
  var count: Int { state.withLock { $0.connections.count } }

  /// Adds a new connection, and closes an idle one if there are too many.
  /// - Returns: The connection; nil if it has to be closed, because all others are busy.
  func add(_ channel: any Channel) -> Connection? {
    let address = channel.remoteAddress?.ipAddress.flatMap(ClientAddress.init)
    let network = address.map { Array($0.network(.site)) } ?? []
    let hasOwnLimit = address.map { !limits.proxies.contains($0) } ?? false
    let (connection, oldest) = state.withLock { state -> (Connection?, Connection?) in
      let isOverOwn = hasOwnLimit && state.counts[network, default: 0] >= limits.perAddress
      guard isOverOwn || state.connections.count >= limits.all else { return (state.add(channel, network), nil) }
      let most = isOverOwn ? network : state.counts.max { $0.value < $1.value }?.key
      // If all connections of that network are busy, another network's may be idle.
      let oldest = state.removeOldest(of: most) ?? (isOverOwn ? nil : state.removeOldest(of: nil))
      return (oldest == nil ? nil : state.add(channel, network), oldest)
    }
    oldest?.channel.close(promise: nil)
    if connection == nil || oldest != nil { report(rejectedAddress: (oldest?.channel ?? channel).remoteAddress) }
    guard let connection else { return nil }
    channel.closeFuture.whenComplete { _ in self.state.withLock { $0.remove(connection) } }
    return connection
  }

  /// Logs that connections were closed, at most once a minute.
  private func report(rejectedAddress address: SocketAddress?) {
    let now = NIODeadline.now()
    let closedCount = state.withLock { state -> Int? in
      state.closedCount += 1
      if let last = state.reportedAt, now - last < .minutes(1) { return nil }
      state.reportedAt = now
      defer { state.closedCount = 0 }
      return state.closedCount
    }
    guard let closedCount else { return }
    logger.warning(
      "There are too many connections: idle ones are closed",
      metadata: [
        "closed": "\(closedCount)", "limit": "\(limits.all)", "limit_per_address": "\(limits.perAddress)",
        "address": "\(address?.ipAddress ?? "unknown")",
      ])
  }
}

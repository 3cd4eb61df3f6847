/// The times at which signing keys follow one another (OpenID Connect Core §10.1.1).
public struct KeyRotation: Sendable, Hashable {
  /// The time for which a new key is published before it signs: at least two hours. Clients may
  /// cache the key set for one hour, and the server's other processes look for new keys once a
  /// minute.
  public let announcement: Duration
  /// The time for which a key is published after it stopped signing: at least a day. It must be
  /// longer than the lifetime of what the key signed, and than clients send old ID tokens back as
  /// hints.
  public let retention: Duration
  /// The time for which a key signs until the ring generates a new one; `nil` for no automatic
  /// rotation.
  public let period: Duration?

  /// Creates a rotation from its times.
  /// - Parameters:
  ///   - announcement: The time between publication and first use; at least two hours. Default: two
  ///     hours.
  ///   - retention: The time between last use and removal; at least a day. Default: 30 days.
  ///   - period: The time for which a key signs; longer than the announcement. Default: 90 days.
  /// - Throws: ``SigningKeyRingError/schedule`` if a time is too short.
  public init(
    announcement: Duration = usual.announcement, retention: Duration = usual.retention,
    period: Duration? = usual.period
  ) throws(SigningKeyRingError) {
    guard announcement >= Self.leastAnnouncement, retention >= .seconds(86_400),
      period.map({ $0 > announcement }) ?? true
    else { throw .schedule }
    self.announcement = announcement
    self.retention = retention
    self.period = period
  }

  private static let leastAnnouncement = Duration.seconds(7_200)

  private init(usual: Void) {
    announcement = Self.leastAnnouncement
    retention = .seconds(30 * 86_400)
    period = .seconds(90 * 86_400)
  }

  /// The default rotation: announced for two hours, used for 90 days, published for 30 days more.
  public static let usual = KeyRotation(usual: ())
}

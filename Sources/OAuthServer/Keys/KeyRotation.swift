/// When signing keys follow one another (OpenID Connect Core §10.1.1).
public struct KeyRotation: Sendable, Hashable {
  /// How long a new key is published before it signs: two hours at least, because clients may keep the key set for one, and the
  /// server's other processes look for new keys once a minute.
  public let announcement: Duration
  /// How long a key is published after it stopped signing: longer than what it signed is good for, and than clients hand old ID
  /// tokens back as hints. A day at least.
  public let retention: Duration
  /// For how long a key signs until a new one is made by itself; `nil` for never.
  public let period: Duration?

  /// Checks and takes the times.
  /// - Parameters:
  ///   - announcement: two hours unless said.
  ///   - retention: 30 days unless said.
  ///   - period: 90 days unless said; longer than the announcement.
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

  /// Announced for two hours, used for 90 days, published for 30 days more.
  public static let usual = KeyRotation(usual: ())
}

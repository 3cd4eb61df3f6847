internal import FoundationBasics
internal import OAuthCore
internal import OAuthServerSQL

extension ServedDatabase {
  /// Refuses a clock that is behind the database: codes, tokens and sessions that had expired would be
  /// valid again.
  /// - Parameter tolerance: The time by which the newest record may be later than now.
  /// - Throws: `SettingsError.clockBehind`.
  func checkClock(tolerance: Duration) async throws {
    let now = contents.clock.now()
    guard let newest = try await contents.newestMoment() else { return }
    let lead = Duration.seconds(newest.timeIntervalSince(now).rounded(.up))
    guard lead <= tolerance else { throw SettingsError.clockBehind(now: now, newest: newest, lead: lead) }
  }
}

/// The limits on the lifetime and number of sessions.
struct SessionLimits: Sendable {
  /// The maximum number of sessions.
  var count = 10_000
  /// The idle time after which a visitor's session ends. A sign-in at Google must fit into it.
  var visitor = Duration.seconds(15 * 60)
  /// The idle time after which a signed-in user is signed out.
  var idle = Duration.seconds(60 * 60)
  /// The lifetime after which a signed-in user is signed out in any case.
  var whole = Duration.seconds(12 * 60 * 60)
  /// The minimum time between two searches for expired sessions.
  var sweep = Duration.seconds(60)
}

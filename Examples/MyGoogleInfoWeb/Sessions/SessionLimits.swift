/// How long sessions live, and how many there may be.
struct SessionLimits: Sendable {
  /// How many sessions there may be in all.
  var count = 10_000
  /// After how long without a request a browser is forgotten that nobody is signed in with. Signing in at Google has to fit in.
  var visitor = Duration.seconds(15 * 60)
  /// After how long without a request a person is signed out.
  var idle = Duration.seconds(60 * 60)
  /// After how long a person is signed out in any case.
  var whole = Duration.seconds(12 * 60 * 60)
  /// How often, at most, sessions that are over are looked for.
  var sweep = Duration.seconds(60)
}

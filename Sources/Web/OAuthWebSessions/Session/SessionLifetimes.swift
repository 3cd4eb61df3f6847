/// The lifetimes of sessions and sign-ins.
public struct SessionLifetimes: Sendable, Hashable {
  /// The time without a request after which a user is signed out.
  public var idle: Duration
  /// The time after which a user is signed out in any case.
  public var absolute: Duration
  /// The time that a sign-in may take, from the first redirect to the callback.
  public var signIn: Duration

  /// Creates lifetimes.
  ///
  /// - Parameters:
  ///   - idle: The time without a request after which a user is signed out, above 0. Default: an
  ///     hour.
  ///   - absolute: The time after which a user is signed out in any case, above 0. Default: twelve
  ///     hours.
  ///   - signIn: The time that a sign-in may take, above 0. Default: ten minutes.
  public init(
    idle: Duration = .seconds(3_600), absolute: Duration = .seconds(43_200), signIn: Duration = .seconds(600)
  ) {
    self.idle = idle
    self.absolute = absolute
    self.signIn = signIn
  }

  /// The age after which the idle time is written anew. Writing it at each request would set a
  /// cookie with every response.
  package var renewal: Duration { idle / 10 }
}

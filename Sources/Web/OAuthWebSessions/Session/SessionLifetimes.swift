/// The lifetimes of sessions and sign-ins.
///
/// ``idle`` slides: each request begins it anew. ``absolute`` doesn't. Equal values make the end fixed.
/// The idle time is written once in a tenth of it, so a session may end up to that much earlier.
public struct SessionLifetimes: Sendable, Hashable {
  /// The lifetimes of a session that outlives the browser's window.
  public struct Remembered: Sendable, Hashable {
    /// The time without a request after which a user is signed out.
    public var idle: Duration
    /// The time after which a user is signed out in any case. Browsers keep no cookie for longer than
    /// 400 days (RFC 6265bis §5.5).
    public var absolute: Duration

    /// Creates lifetimes.
    ///
    /// - Parameters:
    ///   - idle: The time without a request after which a user is signed out, above 0. Default: 14
    ///     days.
    ///   - absolute: The time after which a user is signed out in any case, above 0. Default: 90 days.
    public init(idle: Duration = .seconds(1_209_600), absolute: Duration = .seconds(7_776_000)) {
      self.idle = idle
      self.absolute = absolute
    }
  }

  /// The time without a request after which a user is signed out.
  public var idle: Duration
  /// The time after which a user is signed out in any case.
  public var absolute: Duration
  /// The lifetimes for users who choose on the sign-in page to stay signed in; `nil` if they can't.
  ///
  /// All other sessions also end with the browser. A page of your own adds `remember=yes` to the
  /// query of the sign-in's address, or `WebSignInPage.Choice.rememberedAddress` has it.
  public var remembered: Remembered?
  /// The time that a sign-in may take, from the first redirect to the callback.
  public var signIn: Duration

  /// Creates lifetimes.
  ///
  /// - Parameters:
  ///   - idle: The time without a request after which a user is signed out, above 0. Default: an
  ///     hour.
  ///   - absolute: The time after which a user is signed out in any case, above 0. Default: twelve
  ///     hours.
  ///   - remembered: The lifetimes for users who choose to stay signed in. Default: they can't.
  ///   - signIn: The time that a sign-in may take, above 0. Default: ten minutes.
  public init(
    idle: Duration = .seconds(3_600), absolute: Duration = .seconds(43_200), remembered: Remembered? = nil,
    signIn: Duration = .seconds(600)
  ) {
    self.idle = idle
    self.absolute = absolute
    self.remembered = remembered
    self.signIn = signIn
  }

  /// Returns the idle time of a session.
  func idle(of session: BrowserSession) -> Duration { session.isRemembered ? remembered?.idle ?? idle : idle }

  /// Returns the longest lifetime of a session.
  func absolute(of session: BrowserSession) -> Duration {
    session.isRemembered ? remembered?.absolute ?? absolute : absolute
  }

  /// The longest lifetime of any session.
  var longest: Duration { max(absolute, remembered?.absolute ?? absolute) }
}

#if LOOPBACK
public import Logging
public import OAuth
public import OAuthCore

/// A user agent that signs the user in with the system's browser and a listener on 127.0.0.1 (RFC
/// 8252 §7.3), for commands and desktop apps.
///
/// The listener starts before the browser is opened, and accepts requests only for the redirect
/// path on its own address. Stray requests (a favicon, another tab, a port scan, a response with a
/// foreign `state`) don't end the sign-in. The final page depends on the checks of `state` and
/// `iss`. The sign-in ends with the response, at the timeout, or when the task is cancelled. It
/// leaves no open port.
///
/// The URL is always announced to the user, because the browser may be on another machine, or there
/// may be none.
///
/// ```swift
/// let userAgent = LoopbackUserAgent(port: 8414, timeout: .seconds(120))
/// let tokens = try await client.signIn(scope: Scope(["profile"]), with: userAgent)
/// ```
public struct LoopbackUserAgent: UserAgent {
  private let host: LoopbackHost
  private let port: Int
  private let path: String
  private let timeout: Duration
  private let browser: any BrowserOpener
  private let announce: @Sendable (AuthorizationAttempt) -> Void
  private let alongside: @Sendable (WaitingSignIn) async throws -> Void
  private let clock: any Clock<Duration>
  private let logger: Logger
  /// The second address of `localhost`. Tests replace it with one that no machine has.
  var otherAddress = LoopbackAddress.version6
  /// The time after which a connection on which nothing happens is closed. Tests wait longer beside thousands
  /// of others.
  var idleLimit = Duration.seconds(10)

  /// Creates a user agent. It listens only during a sign-in.
  ///
  /// - Parameters:
  ///   - host: The host of the redirect URI. Use ``LoopbackHost/address`` unless the server
  ///     requires a name.
  ///   - port: The port, from 1 to 65535, for servers that compare it. 0 selects any free port,
  ///     which servers that follow RFC 8252 §7.3 accept.
  ///   - path: The redirect URI's path, such as `/callback`.
  ///   - timeout: The time that the user has for the sign-in. Default: five minutes.
  ///   - browser: The opener of the URL, such as `SystemBrowser`.
  ///   - announce: Shows the attempt's `url` to the user. It is always called, before the browser
  ///     opens. Default: writes the URL to standard error.
  ///   - alongside: Runs while the listener waits, and is cancelled when the wait ends. Use it to
  ///     prompt for the URL at which a browser on another machine ended. An error that it throws
  ///     ends the sign-in; when it returns, the wait continues.
  ///   - clock: The clock that measures the timeout.
  ///   - logger: The log of events. It never contains a secret.
  public init(
    host: LoopbackHost = .address, port: Int = 0, path: String = "/callback", timeout: Duration = .seconds(300),
    browser: any BrowserOpener = SystemBrowser(),
    announce: @escaping @Sendable (AuthorizationAttempt) -> Void = StandardError.show,
    alongside: @escaping @Sendable (WaitingSignIn) async throws -> Void = { _ in },
    clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger = Logger(label: "pixy.user-agent")
  ) {
    self.host = host
    self.port = port
    self.path = path
    self.timeout = timeout
    self.browser = browser
    self.announce = announce
    self.alongside = alongside
    self.clock = clock
    self.logger = logger
  }

  /// Opens the sign-in for the user and waits for the response; see `UserAgent`.
  ///
  /// - Throws: ``UserAgentError`` if the port is in use or the timeout was reached; `CallbackError`
  ///   if the server rejected the request or its response can't be trusted; the error of `attempt`;
  ///   `CancellationError` if the task was cancelled.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    guard path.hasPrefix("/"), !path.contains("?"), !path.contains("#") else { throw UserAgentError.invalidPath }
    let exchange = LoopbackExchange(logger: logger)
    try await whileListening(exchange) { port in
      let redirectURI = try RedirectURI("http://\(host.rawValue):\(port)\(path)")
      let attempt = try await attempt(redirectURI)
      exchange.expect(attempt)
      announce(attempt)
      try await wait(for: WaitingSignIn(attempt: attempt, exchange: exchange))
    }
    return try exchange.takeCode()
  }

  /// Listens on all addresses that the browser may use for the redirect URI's host, and runs `body`
  /// with the port.
  ///
  /// A port that is free on one address may be in use on the other. If any port is allowed, another
  /// one is tried.
  private func whileListening(_ exchange: LoopbackExchange, _ body: (Int) async throws -> Void) async throws {
    var tries = port == 0 && host == .localhost ? 10 : 1
    while true {
      var hasBegun = false
      do {
        try await listening(exchange) { port in
          hasBegun = true
          try await body(port)
        }
        return
      } catch UserAgentError.portBusy where !hasBegun && tries > 1 {
        tries -= 1
      }
    }
  }

  private func listening(_ exchange: LoopbackExchange, _ body: (Int) async throws -> Void) async throws {
    do {
      try await LoopbackListener(
        address: .version4, port: port, idleLimit: idleLimit, exchange: exchange
      ).whileListening { port in
        guard host == .localhost else { return try await body(port) }
        let other = LoopbackListener(address: otherAddress, port: port, idleLimit: idleLimit, exchange: exchange)
        do {
          // Many browsers try ::1 first, where another program could intercept the response.
          try await other.whileListening(body)
        } catch let absent as LoopbackAddress.Absent where absent.address == otherAddress {
          try await body(port)
        }
      }
    } catch is LoopbackAddress.Absent {
      throw UserAgentError.cannotListen(port: port, cause: UntrustedText("this machine has no loopback address"))
    }
  }

  /// Opens the browser and waits for the response. The timeout runs from the beginning, so an
  /// opener that never returns can't block the sign-in.
  private func wait(for waiting: WaitingSignIn) async throws {
    try await withThrowingTaskGroup(of: Bool?.self) { group in
      group.addTask {
        await open(waiting.attempt.url)
        return nil
      }
      group.addTask {
        try await alongside(waiting)
        return nil
      }
      group.addTask {
        await waiting.exchange.waitUntilOver()
        return true
      }
      group.addTask { [clock, timeout] in
        try await clock.sleep(for: timeout)
        return false
      }
      defer { group.cancelAll() }
      for try await isOver in group {
        try Task.checkCancellation()
        guard let isOver else { continue }
        guard isOver else { throw UserAgentError.timedOut(after: timeout) }
        return
      }
    }
  }

  private func open(_ url: String) async {
    do {
      try await browser.open(url)
    } catch is CancellationError {
      // The sign-in ended before the browser had started.
    } catch {
      // Not fatal, because the user was shown the URL.
      logger.notice("the browser did not start: \(error)")
    }
  }
}
#endif

#if Loopback
public import Logging
public import OAuth
public import OAuthCore

/// Signs a person in with their own browser and a listener on 127.0.0.1 (RFC 8252 §7.3): for commands and desktop apps.
///
/// The listener listens before anything is opened, and answers only for the redirect path on its own address. Stray
/// requests (a favicon, another tab, a port scan, an answer with a foreign `state`) don't end it. What the person is
/// shown at the end depends on whether `state` and `iss` were right. It ends with the answer, with the time limit, or
/// when the task is cancelled, and leaves no open port.
///
/// The address to open is always announced, because the browser may be on another machine, or there may be none.
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
  /// The second address that `localhost` may be; tests give one that no machine has.
  var otherAddress = LoopbackAddress.version6

  /// Makes a user agent; it listens only while a sign-in runs.
  /// - Parameters:
  ///   - host: how the redirect URI names this machine; ``LoopbackHost/address`` unless the server accepts nothing but a name.
  ///   - port: 0 for any free port, which servers that follow RFC 8252 §7.3 accept; a number from 1 to 65535 for
  ///     servers that compare the port.
  ///   - path: the redirect URI's path, such as `/callback`.
  ///   - timeout: how long the person has.
  ///   - browser: what opens the address, such as `SystemBrowser`.
  ///   - announce: is always given the attempt before the browser opens: show its `url` to the person. By default it is
  ///     written to standard error.
  ///   - alongside: runs while the listener waits, and is cancelled when that is over: a prompt for the address that a browser on
  ///     another machine ended at. What it throws ends the sign-in; when it returns, waiting goes on.
  ///   - clock: measures the time limit.
  ///   - logger: told what happens, never a secret.
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

  /// Sends the person to sign in and waits until they come back; see `UserAgent`.
  /// - Throws: ``UserAgentError`` if the port is taken or the time ran out; `CallbackError` if the server refused or its
  ///   answer can't be trusted; what `attempt` throws; `CancellationError`.
  public func authorize(
    _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
  ) async throws -> AuthorizationCode {
    guard path.hasPrefix("/"), !path.contains("?"), !path.contains("#") else { throw UserAgentError.invalidPath }
    let exchange = LoopbackExchange()
    try await whileListening(exchange) { port in
      let redirectURI = try RedirectURI("http://\(host.rawValue):\(port)\(path)")
      let attempt = try await attempt(redirectURI)
      exchange.expect(attempt)
      announce(attempt)
      try await wait(for: WaitingSignIn(attempt: attempt, exchange: exchange))
    }
    return try exchange.takeCode()
  }

  /// Listens where the browser may look for the redirect URI's host, and runs `body` with the port.
  ///
  /// A port that is free on one address can be taken on the other one: if any will do, another is tried.
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
      try await LoopbackListener(address: .version4, port: port, exchange: exchange, logger: logger).whileListening {
        port in
        guard host == .localhost else { return try await body(port) }
        let other = LoopbackListener(address: otherAddress, port: port, exchange: exchange, logger: logger)
        do {
          // Many browsers try ::1 first, where another program could take the answer.
          try await other.whileListening(body)
        } catch let absent as LoopbackAddress.Absent where absent.address == otherAddress {
          try await body(port)
        }
      }
    } catch is LoopbackAddress.Absent {
      throw UserAgentError.cannotListen(port: port, cause: UntrustedText("this machine has no loopback address"))
    }
  }

  /// The browser opens while the time already runs: an opener that never returns must not hold up the sign-in.
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
      // The sign-in was over before the browser had started.
    } catch {
      // The person was shown the address, so this isn't the end.
      logger.notice("the browser did not start: \(error)")
    }
  }
}
#endif

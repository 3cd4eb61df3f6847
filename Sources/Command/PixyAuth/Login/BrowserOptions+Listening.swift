internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import PixyTerminal

extension BrowserOptions {
  /// Creates the listener for the redirect, with a prompt if there is a terminal.
  /// - Parameter place: The place where a browser is opened.
  func listening(
    at place: BrowserPlace, _ environment: [String: String], host: LoopbackHost, port: Int, path: String,
    _ console: Console, offersDevice: Bool, logger: Logger
  ) -> any UserAgent {
    let browser = SystemBrowser(at: place)
    let showsTime = Terminal.isThere(environment)
    // A prompt would stop a process in the background.
    let reads = Terminal.isInput && Terminal.isShown && Terminal.isForeground
    let status = StatusLine()
    let above = console.above(status)
    let detected = BrowserPlace.detected(in: Surroundings(environment: environment))
    let limit = Duration.seconds(timeout)
    @Sendable func knowsDevice(_ attempt: AuthorizationAttempt) -> Bool {
      offersDevice && !browser.isAvailable && attempt.server.deviceAuthorizationEndpoint != nil
    }
    let listener = LoopbackUserAgent(
      host: host, port: port, path: path, timeout: limit, browser: browser,
      announce: { attempt in
        let announcement = SignInAnnouncement(
          place: detected, opens: browser.isAvailable, reads: reads, offersDevice: knowsDevice(attempt))
        for line in announcement.lines(url: attempt.url, redirectURI: attempt.redirectURI) { console.say(line) }
      },
      alongside: { waiting in
        let prompt = SignInPrompt(
          reads: reads, showsTime: showsTime, offersDevice: knowsDevice(waiting.attempt), limit: limit, status: status,
          say: console.say)
        try await prompt.run(waiting)
      },
      logger: above.logger(isVerbose: logger.logLevel <= .debug))
    return LoopbackSignIn(listener: listener, hasFixedPort: port != 0, say: above.say, logger: logger)
  }
}

internal import FoundationBasics
internal import Logging
internal import OAuthCore

/// The result of checking a user name and a password.
enum PasswordCheckOutcome: Sendable, Hashable {
  /// The password is this user's.
  case right(Subject)
  /// The password is not accepted, and the page is shown again for this reason.
  case refused(PageProblem)
}

/// Checks the passwords that users type, and counts the wrong ones. No other code reads a password.
struct PasswordCheck: ServerPart {
  let core: ServerCore
  let users: any UserDirectory
  let attempts: any SignInAttemptOperations
  let queue: PasswordQueue
  /// The browsers with waiting places of their own; `nil` at a server without sessions.
  let knownBrowsers: KnownBrowsers?

  /// Checks the password of a sign-in, unless too many wrong ones were counted.
  ///
  /// - Parameter clientID: The client that the user signs in to; `nil` for the user's own account.
  func check(
    username: String, password: Secret, for clientID: String?, _ exchange: Exchange
  ) async throws -> PasswordCheckOutcome {
    try await check(username: username, for: clientID, .signIn, exchange) {
      try await users.authenticate(username: username, password: password)
    }
  }

  /// Runs `authenticate`, which checks a password, unless too many wrong ones were counted.
  ///
  /// - Parameters:
  ///   - event: The event that the audit log gets.
  ///   - authenticate: Returns the user, or `nil` if the password is wrong.
  func check(
    username: String, for clientID: String? = nil, _ event: AuditRecord.Event, _ exchange: Exchange,
    authenticate: () async throws -> Subject?
  ) async throws -> PasswordCheckOutcome {
    let (outcome, disabledUser) = try await checked(username: username, exchange, authenticate: authenticate)
    if core.audit != nil {
      // Users sometimes type their password into the wrong field, so only a user's own name is kept.
      let isUsers = try await users.has(username: username)
      audit(event, disabledUser == nil ? outcome.name : "disabled") {
        $0.clientID = clientID
        $0.username = isUsers ? username : nil
        $0.subject = disabledUser
        if case .right(let subject) = outcome { $0.subject = subject }
      }
    }
    return outcome
  }

  /// Checks a password.
  /// - Returns: The outcome, and the user if the password is right and the user is disabled.
  private func checked(
    username: String, _ exchange: Exchange, authenticate: () async throws -> Subject?
  ) async throws -> (outcome: PasswordCheckOutcome, disabledUser: Subject?) {
    let counts = configuration.signInAttempts.counts(username: username, address: exchange.context.address)
    let now = clock.now()
    if case .lockedOut(let until) = try await attempts.admitSignIn(counts, at: now, request: exchange.key) {
      logger.warning("Too many wrong passwords: a sign-in was not checked")
      return (.refused(.lockedOut(wait: .seconds(until.timeIntervalSince(now)))), nil)
    }
    let origin = PasswordQueue.Origin(
      username: username, address: exchange.context.address,
      isKnown: knownBrowsers?.sent(exchange.request, for: username) ?? false)
    switch await queue.enter(origin) {
    case .entered: break
    case .shareIsFull:
      // It counts as a failure: a network that sends more than its share is locked out.
      logger.warning("Too many passwords from one network, or for one account, are being checked at once")
      return (.refused(.busy), nil)
    case .isFull:
      try await attempts.takeBackSignIn(counts.map(\.takenBack), request: exchange.key)
      logger.warning("Too many passwords are being checked at once")
      return (.refused(.busy), nil)
    }
    let subject: Subject?
    do {
      subject = try await authenticate()
      await queue.leave()
    } catch {
      await queue.leave()
      if let error = error as? DisabledUser {
        // The page and the counts are those of a wrong password, so they don't confirm the password.
        logger.info("A sign-in failed")
        return (.refused(.wrongPassword), error.subject)
      }
      // A failure of the server must not count against the user.
      try await attempts.takeBackSignIn(counts.map(\.takenBack), request: exchange.key)
      guard case PasswordHashingError.busy = error else { throw error }
      logger.warning("Too many passwords are being checked at once")
      return (.refused(.busy), nil)
    }
    guard let subject else {
      logger.info("A sign-in failed")
      return (.refused(.wrongPassword), nil)
    }
    try await attempts.takeBackSignIn(counts, request: exchange.key)
    return (.right(subject), nil)
  }
}

extension SignInCount {
  /// The count for an attempt that wasn't checked. The attempt is taken back, and the earlier count
  /// stays.
  fileprivate var takenBack: SignInCount { SignInCount(key: key, limit: limit, isResetBySuccess: false) }
}

extension PasswordCheckOutcome {
  /// The outcome in the audit log.
  fileprivate var name: String {
    switch self {
    case .right: AuditRecord.success
    case .refused(.lockedOut): "locked_out"
    case .refused(.busy): "busy"
    case .refused: "wrong_password"
    }
  }
}

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
  let turns: StrangerTurns
  let history = GuessHistory()
  /// The browsers with counts and waiting places of their own; `nil` at a server without sessions.
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

  /// Returns whether a user may use a client (``ClientSettings/allowedGroups``). A refusal is logged.
  ///
  /// It is asked before anything is written, so that a refused user has allowed nothing.
  /// - Parameters:
  ///   - event: The event that the audit log gets for a refusal.
  ///   - session: The user's session, if there is one already.
  func mayUse(
    _ client: RegisteredClient, _ subject: Subject, _ event: AuditRecord.Event, _ session: SessionID? = nil
  ) async throws -> Bool {
    // Most clients are for all users, and then the user needn't be read again.
    guard !client.settings.allowedGroups.isEmpty, try await users.user(subject)?.mayUse(client) == false else {
      return true
    }
    logger.notice(
      "A user who is in none of the client's groups was refused", metadata: ["client_id": "\(client.id)"])
    audit(event, ErrorCode.accessDenied.rawValue) {
      ($0.subject, $0.session, $0.clientID) = (subject, session, client.id)
      $0.detail = "the user is in none of the client's groups"
    }
    return false
  }

  /// Runs `authenticate`, which checks a password, unless too many wrong ones were counted.
  ///
  /// - Parameters:
  ///   - session: The session in which the user types the password again; `nil` for a sign-in.
  ///   - event: The event that the audit log gets.
  ///   - authenticate: Returns the user, or `nil` if the password is wrong.
  func check(
    username: String, in session: SessionID? = nil, for clientID: String? = nil, _ event: AuditRecord.Event,
    _ exchange: Exchange, authenticate: () async throws -> Subject?
  ) async throws -> PasswordCheckOutcome {
    let (outcome, disabledUser) = try await checked(
      username: username, in: session, exchange, authenticate: authenticate)
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

  /// Waits for a place, and checks a password.
  /// - Returns: The outcome, and the user if the password is right and the user is disabled.
  private func checked(
    username: String, in session: SessionID?, _ exchange: Exchange, authenticate: () async throws -> Subject?
  ) async throws -> (outcome: PasswordCheckOutcome, disabledUser: Subject?) {
    let address = exchange.context.address
    let network = SignInAttemptKey(username: username, network: address?.network(.customer), .success)
    let origin: SignInOrigin =
      if let session {
        .session(id: session.rawValue)
      } else if knownBrowsers?.sent(exchange.request, for: username) == true {
        .knownBrowser
      } else if address == nil {
        .new
      } else {
        try await attempts.hasOrigin(network, at: clock.now()) ? .knownNetwork : .new
      }
    let waiting = PasswordQueue.Origin(
      username: username, address: address, isKnown: origin != .new,
      guesses: history.counts(of: address, at: clock.now()))
    let isStranger = origin == .new && address != nil
    let arrival = clock.now()
    let counts: [SignInCount]
    // The place is for the check. What follows it must not keep others waiting.
    var hasPlace = false
    func leave() async {
      if hasPlace { await queue.leave() }
      hasPlace = false
    }
    var tries = 0
    waits: while true {
      tries += 1
      // A clock that stands still, such as a test's, doesn't end the wait.
      if isStranger, await turns.enter(waiting, since: arrival) == .refused || tries > StrangerTurns.mostTries {
        history.add(address, at: clock.now())
        logger.warning("Too many wrong passwords: a sign-in waited for its turn in vain")
        return (.refused(.lockedOut(wait: StrangerTurns.pause)), nil)
      }
      guard await queue.enter(waiting) == .entered else {
        logger.warning("Too many passwords are being checked at once")
        return (.refused(.busy), nil)
      }
      hasPlace = true
      do {
        switch try await admission(username, origin, waiting, exchange) {
        case .admitted(let admitted):
          counts = admitted
          break waits
        case .waits:
          await leave()
        case .lockedOut(let end):
          await leave()
          logger.warning("Too many wrong passwords: a sign-in was not checked")
          return (.refused(.lockedOut(wait: .seconds(end.timeIntervalSince(clock.now())))), nil)
        }
      } catch {
        await leave()
        throw error
      }
    }
    let result: Result<Subject?, any Error>
    do { result = .success(try await authenticate()) } catch { result = .failure(error) }
    await leave()
    do {
      let outcome = try await outcome(of: result, counts, exchange)
      await queue.endCheck(counts)
      if case .right = outcome.outcome {
        await queue.succeed(waiting)
        try await note(network, exchange)
      } else if isStranger, case .refused(.wrongPassword) = outcome.outcome {
        history.add(address, at: clock.now())
      }
      return outcome
    } catch {
      await queue.endCheck(counts)
      throw error
    }
  }

  /// The decision about an attempt that has a place.
  private enum Admission {
    /// The attempt is counted by these counts.
    case admitted([SignInCount])
    /// Strangers have turns at the name, and it isn't this one's.
    case waits
    case lockedOut(until: Date)
  }

  /// Counts an attempt, or finds out when the next one may be counted.
  private func admission(
    _ username: String, _ origin: SignInOrigin, _ waiting: PasswordQueue.Origin, _ exchange: Exchange
  ) async throws -> Admission {
    let (policy, address) = (configuration.signInAttempts, exchange.context.address)
    let counts = policy.counts(username: username, address: address, origin)
    let turn = policy.turnCounts(username: username, address: address, origin)
    guard let end = try await admit(counts, exchange) else {
      if turn != nil { await turns.end(waiting.account) }
      return .admitted(counts)
    }
    let next = clock.now() + StrangerTurns.pause
    guard let turn, next < end else { return .lockedOut(until: end) }
    if let free = try await admit(turn, exchange) {
      // Otherwise the address itself has typed too many.
      guard free <= next else { return .lockedOut(until: free) }
      await turns.begin(waiting.account, until: end, next: free)
      return .waits
    }
    await turns.begin(waiting.account, until: end, next: next)
    return .admitted(turn)
  }

  /// Counts an attempt before its password is checked, so that a thousand guesses at once count.
  /// - Returns: The end of the lock if a count is full of wrong passwords.
  private func admit(_ counts: [SignInCount], _ exchange: Exchange) async throws -> Date? {
    while true {
      await queue.beginCheck(counts)
      let admission: SignInAdmission
      do {
        admission = try await attempts.admitSignIn(counts, at: clock.now(), request: exchange.key)
      } catch {
        await queue.endCheck(counts)
        throw error
      }
      guard case .lockedOut(let end) = admission else { return nil }
      guard await queue.anotherEnds(beside: counts) else { return end }
    }
  }

  /// Takes an attempt back unless its password was wrong.
  private func outcome(
    of result: Result<Subject?, any Error>, _ counts: [SignInCount], _ exchange: Exchange
  ) async throws -> (outcome: PasswordCheckOutcome, disabledUser: Subject?) {
    switch result {
    case .success(let subject?):
      try await attempts.takeBackSignIn(counts, request: exchange.key)
      return (.right(subject), nil)
    case .success(nil):
      logger.info("A sign-in failed")
      return (.refused(.wrongPassword), nil)
    case .failure(let error as DisabledUser):
      // The page and the counts are those of a wrong password, so they don't confirm the password.
      logger.info("A sign-in failed")
      return (.refused(.wrongPassword), error.subject)
    case .failure(let error):
      // A failure of the server must not count against the user.
      try await attempts.takeBackSignIn(counts.map(\.takenBack), request: exchange.key)
      guard case PasswordHashingError.busy = error else { throw error }
      logger.warning("Too many passwords are being checked at once")
      return (.refused(.busy), nil)
    }
  }

  /// Notes that a user signed in from a network, at most once a month.
  private func note(_ network: SignInAttemptKey, _ exchange: Exchange) async throws {
    let now = clock.now()
    guard exchange.context.address != nil,
      !(try await attempts.hasOrigin(network, at: now + SignInAttemptPolicy.networkRenewal))
    else { return }
    try await attempts.noteOrigin(network, until: now + SignInAttemptPolicy.networkMemory)
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

internal import FoundationBasics
internal import OAuthCore

/// The turns of strangers, who are new browsers at new networks, at user names for which strangers typed
/// too many wrong passwords (``SignInAttemptPolicy/perName``).
///
/// One password in ``pause`` is checked for such a name. Those who come in between wait. First is the one
/// whose block of addresses guessed least within a day, then the one whose network did, then one at
/// random. So the user with a new browser gets in before the strangers. The database keeps the pause for
/// all processes.
actor StrangerTurns {
  /// The answer to a stranger's sign-in.
  enum Entry: Sendable, Hashable {
    /// The name has no turns.
    case open
    /// It is the stranger's turn.
    case turn
    /// Others go first for longer than ``longestWait``, or have the places.
    case refused
  }

  private struct Waiting {
    let number: Int
    let origin: PasswordQueue.Origin
    let deadline: Date
    let tie: UInt64
    let continuation: CheckedContinuation<Entry, Never>

    func isBefore(_ other: Waiting) -> Bool {
      (origin.guesses, tie) < (other.origin.guesses, other.tie)
    }
  }

  private struct Name {
    var end: Date
    var next: Date
    var waiting: [Waiting] = []
    var hasTask = false
  }

  /// The time between two turns.
  static let pause = Duration.seconds(15)
  /// The time after which a stranger is refused: the next two turns.
  static let longestWait = Duration.seconds(30)
  /// The times that one stranger waits for a turn, which another process may take.
  static let mostTries = 4
  /// The waiting places of one name. A connection stays open for each.
  static let placesPerName = 32
  /// The waiting places of all names.
  static let places = 128

  private let clock: WallClock
  private let sleep: @Sendable (Duration) async -> Void
  private var names: [SignInAttemptKey: Name] = [:]
  private var lastNumber = 0

  /// The number of strangers who wait.
  var waitingCount: Int { names.values.reduce(0) { $0 + $1.waiting.count } }

  init(clock: WallClock, sleep: @escaping @Sendable (Duration) async -> Void) {
    self.clock = clock
    self.sleep = sleep
  }

  /// Gives a name turns, or moves its next one.
  ///
  /// - Parameters:
  ///   - end: The moment from which strangers need no turn.
  ///   - next: The moment of the next turn.
  func begin(_ account: SignInAttemptKey, until end: Date, next: Date) {
    let now = clock.now()
    // Each name costs an attacker as many checked passwords as the limit allows, so there are few.
    names = names.filter { $0.key == account || !$0.value.waiting.isEmpty || now < $0.value.end }
    var name = names[account] ?? Name(end: end, next: next)
    (name.end, name.next) = (end, max(name.next, next))
    names[account] = name
  }

  /// Ends the turns of a name, such as after the operator's `user unlock`.
  func end(_ account: SignInAttemptKey) {
    for waiting in names.removeValue(forKey: account)?.waiting ?? [] { waiting.continuation.resume(returning: .open) }
  }

  /// Waits for the turn of a stranger, if the name has turns.
  ///
  /// - Parameter arrival: The moment from which the wait counts.
  func enter(_ origin: PasswordQueue.Origin, since arrival: Date) async -> Entry {
    let now = clock.now()
    guard let name = names[origin.account], now < name.end else { return .open }
    let deadline = arrival + Self.longestWait
    guard now < deadline else { return .refused }
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = Waiting(
          number: number, origin: origin, deadline: deadline, tie: .random(in: 0 ... .max), continuation: continuation)
        guard !Task.isCancelled, hasRoom(for: waiting) else { return continuation.resume(returning: .refused) }
        names[origin.account]?.waiting.append(waiting)
        run(origin.account)
      }
    } onCancel: {
      // The caller is gone.
      Task { await self.leave(number, origin.account) }
    }
  }

  private func leave(_ number: Int, _ account: SignInAttemptKey) {
    guard let index = names[account]?.waiting.firstIndex(where: { $0.number == number }) else { return }
    names[account]?.waiting.remove(at: index).continuation.resume(returning: .refused)
  }

  /// Makes room by refusing the last of the name, or of all names, if the new one is before it.
  private func hasRoom(for new: Waiting) -> Bool {
    let own = names[new.origin.account]?.waiting ?? []
    let others =
      own.count >= Self.placesPerName
      ? own : waitingCount >= Self.places ? names.values.flatMap(\.waiting) : []
    guard let last = others.max(by: { $0.isBefore($1) }) else { return true }
    guard new.isBefore(last) else { return false }
    leave(last.number, last.origin.account)
    return true
  }

  /// Starts the task that gives a name's turns, until none waits.
  private func run(_ account: SignInAttemptKey) {
    guard names[account]?.hasTask == false else { return }
    names[account]?.hasTask = true
    Task {
      while let name = names[account], !name.waiting.isEmpty {
        let wait = Duration.seconds(name.next.timeIntervalSince(clock.now()))
        // The pause is the most, even if the clock was set back.
        if wait > .zero { await sleep(min(wait, Self.pause)) }
        giveTurn(account)
      }
      names[account]?.hasTask = false
    }
  }

  /// Gives the turn to the first, and refuses the others if the next would come too late for them.
  private func giveTurn(_ account: SignInAttemptKey) {
    guard var name = names[account], let first = name.waiting.min(by: { $0.isBefore($1) }) else { return }
    name.next = clock.now() + Self.pause
    let late = name.waiting.filter { $0.number != first.number && $0.deadline < name.next }
    name.waiting.removeAll { waiting in
      waiting.number == first.number || late.contains { $0.number == waiting.number }
    }
    names[account] = name
    first.continuation.resume(returning: .turn)
    for waiting in late { waiting.continuation.resume(returning: .refused) }
  }
}

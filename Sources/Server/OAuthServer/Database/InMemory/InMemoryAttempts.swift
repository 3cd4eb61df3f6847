public import FoundationBasics
internal import OAuthCore

/// Counts of wrong passwords, and the requests whose attempts were counted.
struct InMemoryAttempts: Sendable {
  struct Row: Sendable {
    var count: Int
    var holdsUntil: Date
  }

  enum Kind: Sendable { case password, userCode }

  private struct Attempt: Hashable, Sendable {
    let kind: Kind
    let request: RequestKey
  }

  private(set) var table = InMemoryTable<SignInAttemptKey, Row>()
  /// The requests whose attempts were counted, with the moment until which they are recognized.
  private var attempts = InMemoryTable<Attempt, Date>()

  func isCounted(_ request: RequestKey, as kind: Kind) -> Bool {
    attempts[Attempt(kind: kind, request: request)] != nil
  }

  mutating func note(_ request: RequestKey, as kind: Kind, at moment: Date) {
    attempts.sweepIfDue { moment < $0 }
    attempts[Attempt(kind: kind, request: request)] = moment + RequestKey.recognized
  }

  mutating func admit(_ counts: [SignInCount], at moment: Date, request: RequestKey) -> SignInAdmission {
    guard !isCounted(request, as: .password) else { return .admitted }
    let full = counts.compactMap { count in
      table[count.key].flatMap { $0.count >= count.limit.count && moment < $0.holdsUntil ? $0.holdsUntil : nil }
    }
    if let latest = full.max() { return .lockedOut(until: latest) }
    table.sweepIfDue { moment < $0.holdsUntil }
    for count in counts {
      let end = moment + count.limit.window
      var row = table[count.key] ?? Row(count: 0, holdsUntil: end)
      if moment >= row.holdsUntil { row = Row(count: 0, holdsUntil: end) }
      row.count += 1
      if row.count >= count.limit.count { row.holdsUntil = end }
      table[count.key] = row
    }
    note(request, as: .password, at: moment)
    return .admitted
  }

  mutating func takeBack(_ counts: [SignInCount], request: RequestKey) {
    guard isCounted(request, as: .password) else { return }
    attempts[Attempt(kind: .password, request: request)] = nil
    for count in counts {
      if count.isResetBySuccess {
        table[count.key] = nil
      } else if let row = table[count.key], row.count > 0 {
        table[count.key]?.count -= 1
      }
    }
  }
}

extension InMemoryAttempts {
  func hasOrigin(_ origin: SignInAttemptKey, at moment: Date) -> Bool {
    table[origin].map { moment < $0.holdsUntil } ?? false
  }

  mutating func noteOrigin(_ origin: SignInAttemptKey, until end: Date) {
    table[origin] = Row(count: 0, holdsUntil: end)
  }
}

extension InMemoryServerDatabase {
  /// Returns whether an origin was noted.
  public func hasOrigin(_ origin: SignInAttemptKey, at moment: Date) async throws -> Bool {
    transaction { $0.attempts.hasOrigin(origin, at: moment) }
  }

  /// Notes an origin.
  public func noteOrigin(_ origin: SignInAttemptKey, until end: Date) async throws {
    transaction { $0.attempts.noteOrigin(origin, until: end) }
  }

  /// Counts an attempt unless a count is full.
  public func admitSignIn(
    _ counts: [SignInCount], at moment: Date, request: RequestKey
  ) async throws -> SignInAdmission {
    transaction { $0.attempts.admit(counts, at: moment, request: request) }
  }

  /// Takes an attempt back.
  public func takeBackSignIn(_ counts: [SignInCount], request: RequestKey) async throws {
    transaction { $0.attempts.takeBack(counts, request: request) }
  }
}

import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport

/// One order in which concurrent requests call the database.
///
/// The schedules are enumerated depth first: a schedule begins with choices of the one before it, and
/// the first one never leaves a request that can go on.
struct Schedule: CustomStringConvertible {
  /// The choices so far: which of the waiting requests had its turn, and how many waited.
  private var choices: [(chosen: Int, count: Int)] = []
  /// The most changes from a request that could go on to another one.
  private let switches: Int
  /// The numbers of the requests, one for each turn.
  private(set) var turns: [Int] = []

  /// The turns, for messages.
  var description: String { "the turns \(turns)" }

  private init(switches: Int) { self.switches = switches }

  /// Calls `body` once for each schedule.
  ///
  /// - Parameters:
  ///   - switches: The most changes from a request that could go on to another one. Default: any
  ///     number.
  ///   - body: Prepares what the requests use, and calls ``answers(to:)`` once.
  /// - Returns: The number of schedules.
  static func each(switches: Int = .max, _ body: (inout Schedule) async throws -> Void) async rethrows -> Int {
    var schedule = Schedule(switches: switches)
    var count = 0
    repeat {
      try await body(&schedule)
      count += 1
    } while schedule.advance()
    return count
  }

  /// Answers requests in the order of this schedule.
  mutating func answers<Answer: Sendable>(to requests: [@Sendable () async -> Answer]) async -> [Answer] {
    let requestTurns = Turns()
    turns = []
    var tasks: [Task<Answer, Never>] = []
    for (number, request) in requests.enumerated() { tasks.append(await requestTurns.start(number, request)) }
    var switchesLeft = switches
    while true {
      let waiting = requestTurns.waiting
      let last = waiting.filter { $0 == turns.last }
      let options = last + (last.isEmpty || switchesLeft > 0 ? waiting.filter { $0 != turns.last } : [])
      guard !options.isEmpty else { break }
      if turns.count == choices.count { choices.append((0, options.count)) }
      let chosen = choices[turns.count].chosen
      if !last.isEmpty, chosen > 0 { switchesLeft -= 1 }
      turns.append(options[chosen])
      await requestTurns.next(options[chosen])
    }
    var answers: [Answer] = []
    for task in tasks { answers.append(await task.value) }
    return answers
  }

  /// The number of the request that was the first to make its call with a number, counted from 1.
  func first(toMakeCall call: Int) -> Int? {
    var calls: [Int: Int] = [:]
    return turns.first { number in
      calls[number, default: 0] += 1
      return calls[number] == call
    }
  }

  /// Goes on to the next schedule; `false` after the last one.
  private mutating func advance() -> Bool {
    while let last = choices.popLast() {
      guard last.chosen + 1 == last.count else {
        choices.append((last.chosen + 1, last.count))
        return true
      }
    }
    return false
  }
}

extension TestServer {
  /// Has each request of a schedule wait before each call of the database.
  func waitingForTurns() -> Self {
    for operation in ServerDatabaseOperation.allCases { faults.before(operation) { await Turns.wait() } }
    return self
  }
}

@testable import OAuthServerHummingbird
import Testing

/// The transitions of a connection's state, without a connection.
@Suite struct ConnectionStateTests {
  /// An event, with what the handler knows when it happens.
  enum Event {
    case received(isWritable: Bool)
    case answerIsReady(endsConnection: Bool, isReading: Bool)
    case answerWasWritten(isWritable: Bool)
    case becameWritable, inputClosed, disconnected
    case quiesce(isReading: Bool)
    case idle(isWritable: Bool)
  }

  /// Every event that can happen in `resting`, and in the states that follow from there.
  @Test(
    arguments: [
      ("resting", .received(isWritable: true), "answering", "answer"),
      ("resting", .received(isWritable: false), "blocked", "wait"),
      ("resting", .becameWritable, "resting", "wait"),
      ("resting", .inputClosed, "closing", "close"),
      ("resting", .quiesce(isReading: false), "closing", "close"),
      ("resting", .quiesce(isReading: true), "awaitingLastRequest", "wait"),
      ("resting", .idle(isWritable: true), "closing", "close"),
      ("resting", .idle(isWritable: false), "resting", "watch"),
      ("awaitingLastRequest", .received(isWritable: true), "answering, server is ending", "answer"),
      ("awaitingLastRequest", .received(isWritable: false), "blocked, server is ending", "wait"),
      ("awaitingLastRequest", .inputClosed, "closing", "close"),
      ("awaitingLastRequest", .quiesce(isReading: true), "awaitingLastRequest", "wait"),
      ("awaitingLastRequest", .idle(isWritable: true), "closing", "close"),
      ("lingering", .received(isWritable: true), "lingering", "wait"),
      ("lingering", .becameWritable, "lingering", "wait"),
      ("lingering", .inputClosed, "closing", "close"),
      ("lingering", .quiesce(isReading: false), "closing", "close"),
      // The client still sends: if the connection were closed, it would lose the last answer.
      ("lingering", .quiesce(isReading: true), "lingering", "wait"),
      ("lingering", .idle(isWritable: true), "lingering", "wait"),
      ("closing", .received(isWritable: true), "closing", "wait"),
      ("closing", .inputClosed, "closing", "wait"),
      ("closing", .quiesce(isReading: false), "closing", "wait"),
      ("closing", .idle(isWritable: true), "closing", "wait"),
      ("closing", .answerIsReady(endsConnection: false, isReading: false), "closing", "discarded"),
    ] as [(String, Event, String, String)])
  func `Without a request at work, each event leads to one state`(
    _ start: String, _ event: Event, _ end: String, _ step: String
  ) throws {
    let starts: [String: ConnectionState] = [
      "resting": .resting, "awaitingLastRequest": .awaitingLastRequest, "lingering": .lingering,
      "closing": .closing,
    ]
    var state = try #require(starts[start])
    #expect(happen(event, to: &state) == step)
    #expect(text(state) == end)
  }

  @Test(
    arguments: [
      (.open, .answerIsReady(endsConnection: false, isReading: false), "answering", "beforeOthers"),
      (.open, .answerIsReady(endsConnection: true, isReading: false), "lingering", "asLast"),
      (.open, .answerWasWritten(isWritable: true), "resting", "wait"),
      (.open, .answerWasWritten(isWritable: false), "resting", "watch"),
      (.open, .received(isWritable: true), "answering and 1", "wait"),
      (.open, .inputClosed, "answering, closed", "wait"),
      (.open, .quiesce(isReading: false), "answering, server is ending", "wait"),
      (.open, .idle(isWritable: true), "answering", "wait"),
      (.open, .idle(isWritable: false), "answering", "watch"),
      (.open, .disconnected, "closing", "wait"),
      (
        .serverIsEnding, .answerIsReady(endsConnection: false, isReading: true), "answering, server is ending",
        "beforeOthers"
      ),
      (.serverIsEnding, .answerIsReady(endsConnection: false, isReading: false), "lingering", "asLast"),
      (.serverIsEnding, .answerWasWritten(isWritable: true), "awaitingLastRequest", "wait"),
      (.serverIsEnding, .received(isWritable: true), "answering and 1, server is ending", "wait"),
      (.serverIsEnding, .inputClosed, "answering, closed", "wait"),
      (.full, .answerIsReady(endsConnection: false, isReading: true), "lingering", "asLast"),
      (.full, .received(isWritable: true), "answering, full", "wait"),
      (.full, .quiesce(isReading: true), "answering, full", "wait"),
      (.full, .inputClosed, "answering, closed", "wait"),
      (.closed, .answerIsReady(endsConnection: false, isReading: false), "closing", "asLast"),
      (.closed, .quiesce(isReading: true), "answering, closed", "wait"),
    ] as [(ConnectionState.Intake, Event, String, String)])
  func `While a request is answered, each event leads to one state`(
    _ intake: ConnectionState.Intake, _ event: Event, _ end: String, _ step: String
  ) {
    var state = ConnectionState.answering(then: .init(intake))
    #expect(happen(event, to: &state) == step)
    #expect(text(state) == end)
  }

  @Test func `A client that doesn't read gets its next answer once it reads again`() {
    var state = ConnectionState.resting
    #expect(happen(.received(isWritable: true), to: &state) == "answer")
    #expect(happen(.received(isWritable: true), to: &state) == "wait")
    #expect(happen(.answerIsReady(endsConnection: false, isReading: false), to: &state) == "beforeOthers")
    #expect(happen(.answerWasWritten(isWritable: false), to: &state) == "watch")
    #expect(text(state) == "blocked")
    #expect(happen(.idle(isWritable: false), to: &state) == "watch")
    #expect(happen(.inputClosed, to: &state) == "wait")
    #expect(happen(.becameWritable, to: &state) == "answer")
    #expect(happen(.answerIsReady(endsConnection: false, isReading: false), to: &state) == "asLast")
    #expect(text(state) == "closing")
  }

  @Test func `The answer that ends the connection discards the requests that wait`() {
    var state = ConnectionState.resting
    for _ in 0..<3 { _ = happen(.received(isWritable: true), to: &state) }
    #expect(happen(.answerIsReady(endsConnection: true, isReading: false), to: &state) == "asLast")
    #expect(text(state) == "lingering" && state.waitingCount == 0)
  }

  @Test(arguments: [true, false])
  func `At most a thousand requests wait, and the connection ends with the last of them`(isWritable: Bool) {
    var state = ConnectionState.resting
    if isWritable { _ = happen(.received(isWritable: true), to: &state) }
    for _ in 0..<1_500 { _ = happen(.received(isWritable: isWritable), to: &state) }
    #expect(state.waitingCount == 1_000)
    if !isWritable { #expect(happen(.becameWritable, to: &state) == "answer") }
    var answers = 1
    while happen(.answerIsReady(endsConnection: false, isReading: true), to: &state) == "beforeOthers" {
      #expect(happen(.answerWasWritten(isWritable: true), to: &state) == "answer")
      answers += 1
    }
    #expect(answers == (isWritable ? 1_001 : 1_000) && text(state) == "lingering")
  }

  private func happen(_ event: Event, to state: inout ConnectionState) -> String {
    switch event {
    case .received(let isWritable): text(state.received(.late, isWritable: isWritable))
    case .answerIsReady(let endsConnection, let isReading):
      "\(state.answerIsReady(endsConnection: endsConnection, isReading: isReading))"
    case .answerWasWritten(let isWritable): text(state.answerWasWritten(isWritable: isWritable))
    case .becameWritable: text(state.becameWritable())
    case .inputClosed: text(state.inputClosed())
    case .quiesce(let isReading): text(state.quiesce(isReading: isReading))
    case .idle(let isWritable): text(state.idle(isWritable: isWritable))
    case .disconnected:
      {
        state.disconnected(); return "wait"
      }()
    }
  }

  private func text(_ step: ConnectionState.Step) -> String {
    if case .answer = step { "answer" } else { "\(step)" }
  }

  private func text(_ state: ConnectionState) -> String {
    switch state {
    case .answering(then: let backlog): "answering" + text(backlog)
    case .blocked(_, then: let backlog): "blocked" + text(backlog)
    case .resting, .awaitingLastRequest, .lingering, .closing: "\(state)"
    }
  }

  private func text(_ backlog: ConnectionState.Backlog) -> String {
    let count = backlog.messages.isEmpty ? "" : " and \(backlog.messages.count)"
    return switch backlog.intake {
    case .open: count
    case .serverIsEnding: count + ", server is ending"
    case .full: count + ", full"
    case .closed: count + ", closed"
    }
  }
}

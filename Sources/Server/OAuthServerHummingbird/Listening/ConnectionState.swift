/// The state of one connection: which request is answered, which ones wait, and whether more may
/// come.
///
/// `AnswerHandler` reports each event to a method of this state, and does what the method returns.
/// The state itself does no input or output.
///
///                       received
///          resting ─────────────────▶ answering ◀──────────────┐
///           │   ▲                       │ │ │                   │ becameWritable
///           │   └───────────────────────┘ │ └───────────────▶ blocked
///           │      answerWasWritten,      │   answerWasWritten,
///           │      nothing waits          │   the client doesn't read
///           │                             │
///           │ inputClosed,                │ answerIsReady,
///           │ quiesce, idle               │ the last answer
///           ▼                             ▼
///         closing ◀───────────────── lingering
///                   inputClosed, quiesce
///
/// Two details aren't in the diagram:
///
/// - If the server ends while a request is being read, `awaitingLastRequest` takes the place of
///   `resting`. Its answer is the last one.
/// - A message that arrives in `resting` while the client doesn't read its answers leads to
///   `blocked`, and the last answer leads to `closing` if the client has closed its side.
///
/// The channel knows whether the client reads its answers. The methods get that as `isWritable`.
enum ConnectionState {
  /// No request is being answered and none waits. The first message starts an answer.
  case resting
  /// The server is ending. No request waits, but one is being read, and is still answered.
  case awaitingLastRequest
  /// A request is being answered.
  case answering(then: Backlog)
  /// `next` and the backlog wait until the client reads earlier answers.
  case blocked(next: Message, then: Backlog)
  /// The last answer was written. The client gets time to read it and to close the connection.
  case lingering
  /// No further answer is written. The connection is closed once the client has what was written.
  case closing

  /// A complete message from the client.
  enum Message {
    case request(ReceivedRequest)
    /// Bytes that aren't HTTP. Nothing that follows them can be read.
    case malformed
    /// A request that took too long to arrive.
    case late
  }

  /// Whether more messages may come. Each case outranks the ones before it.
  enum Intake: Int {
    case open
    /// The server is ending. A request that is being read is the last one.
    case serverIsEnding
    /// The backlog reached its limit. Further messages are discarded.
    case full
    /// The client has closed its side of the connection.
    case closed
  }

  /// Messages that wait for an earlier answer, in their order.
  struct Backlog {
    /// The largest number of messages that wait. Reading pauses long before that, but once a client
    /// has closed its side, NIO reads all that the kernel has.
    private static var limit: Int { 1_000 }

    private(set) var messages: [Message] = []
    private(set) var intake: Intake

    init(_ intake: Intake) {
      self.intake = intake
    }

    /// - Parameter ahead: The number of messages that wait before those of the backlog.
    mutating func append(_ message: Message, ahead: Int = 0) {
      guard intake.rawValue < Intake.full.rawValue else { return }
      messages.append(message)
      if messages.count + ahead >= Self.limit { restrict(to: .full) }
    }

    mutating func popFirst() -> Message? {
      messages.isEmpty ? nil : messages.removeFirst()
    }

    /// Restricts the intake. One that was restricted further already stays as it is.
    mutating func restrict(to intake: Intake) {
      if self.intake.rawValue < intake.rawValue { self.intake = intake }
    }

    /// Returns whether nothing remains to be answered after the current answer.
    func isLastAnswer(isReading: Bool) -> Bool {
      guard messages.isEmpty else { return false }
      return switch intake {
      case .open: false
      case .serverIsEnding: !isReading
      case .full, .closed: true
      }
    }
  }

  /// The handler's action after an event.
  enum Step {
    /// Wait for the next event.
    case wait
    /// Answer this message, then report `answerIsReady`.
    case answer(Message)
    /// Close the connection if the client reads nothing for too long.
    case watch
    /// Close the connection once the client has what was written.
    case close
  }

  /// The way in which an answer is sent.
  enum Sending {
    case beforeOthers
    /// With `Connection: close`. No answer follows it.
    case asLast
    /// Not at all: the connection was closed meanwhile.
    case discarded
  }

  // MARK: Events

  /// Handles a message that the client sent.
  mutating func received(_ message: Message, isWritable: Bool) -> Step {
    let step: Step
    switch consume self {
    case .resting:
      (self, step) = Self.begin(message, then: Backlog(.open), isWritable)
      return step
    case .awaitingLastRequest:
      (self, step) = Self.begin(message, then: Backlog(.serverIsEnding), isWritable)
      return step
    case .answering(then: var backlog):
      backlog.append(message)
      self = .answering(then: backlog)
    case .blocked(let next, then: var backlog):
      backlog.append(message, ahead: 1)
      self = .blocked(next: next, then: backlog)
    case .lingering: self = .lingering
    case .closing: self = .closing
    }
    return .wait
  }

  /// Handles the current message's answer, which is about to be written.
  /// - Parameters:
  ///   - endsConnection: Whether the message itself makes this the last answer.
  ///   - isReading: Whether another request is being read.
  mutating func answerIsReady(endsConnection: Bool, isReading: Bool) -> Sending {
    guard case .answering(then: let backlog) = self else { return .discarded }
    guard endsConnection || backlog.isLastAnswer(isReading: isReading) else { return .beforeOthers }
    self = backlog.intake == .closed ? .closing : .lingering
    return .asLast
  }

  /// Continues after an answer was written that isn't the last one.
  mutating func answerWasWritten(isWritable: Bool) -> Step {
    switch consume self {
    case .answering(then: var backlog):
      if let next = backlog.popFirst() {
        let step: Step
        (self, step) = Self.begin(next, then: backlog, isWritable)
        return isWritable ? step : .watch
      }
      switch backlog.intake {
      case .open: self = .resting
      case .serverIsEnding: self = .awaitingLastRequest
      case .full, .closed:
        self = .closing
        return .close
      }
      return isWritable ? .wait : .watch
    case let other:
      self = other
      return .wait
    }
  }

  /// Continues when the client has read so much that answers can be written again.
  mutating func becameWritable() -> Step {
    guard case .blocked(let next, then: let backlog) = self else { return .wait }
    self = .answering(then: backlog)
    return .answer(next)
  }

  /// Handles the end of the client's input (RFC 9112 §9.6). The client still gets the answers.
  mutating func inputClosed() -> Step {
    switch consume self {
    case .answering(then: var backlog):
      backlog.restrict(to: .closed)
      self = .answering(then: backlog)
    case .blocked(let next, then: var backlog):
      backlog.restrict(to: .closed)
      self = .blocked(next: next, then: backlog)
    case .closing: self = .closing
    case .resting, .awaitingLastRequest, .lingering:
      self = .closing
      return .close
    }
    return .wait
  }

  /// Prepares for the end of the server.
  /// - Parameter isReading: Whether a request is being read. It is still answered.
  mutating func quiesce(isReading: Bool) -> Step {
    switch consume self {
    case .resting where isReading: self = .awaitingLastRequest
    case .lingering where isReading: self = .lingering
    case .resting, .lingering:
      self = .closing
      return .close
    case .answering(then: var backlog):
      backlog.restrict(to: .serverIsEnding)
      self = .answering(then: backlog)
    case .blocked(let next, then: var backlog):
      backlog.restrict(to: .serverIsEnding)
      self = .blocked(next: next, then: backlog)
    case .awaitingLastRequest: self = .awaitingLastRequest
    case .closing: self = .closing
    }
    return .wait
  }

  /// Handles a time in which the client has sent nothing.
  mutating func idle(isWritable: Bool) -> Step {
    // Other timeouts apply after the last answer, and to a client that doesn't read.
    if isOver { return .wait }
    guard isWritable else { return .watch }
    guard isAtRest else { return .wait }
    self = .closing
    return .close
  }

  /// Discards the messages that wait, because the connection was closed.
  mutating func disconnected() {
    self = .closing
  }

  // MARK: Questions

  /// Whether nothing is being answered, nothing waits, and an answer may follow.
  var isAtRest: Bool {
    switch self {
    case .resting, .awaitingLastRequest: true
    case .answering, .blocked, .lingering, .closing: false
    }
  }

  /// Whether no further answer is written.
  var isOver: Bool {
    switch self {
    case .lingering, .closing: true
    case .resting, .awaitingLastRequest, .answering, .blocked: false
    }
  }

  /// The number of messages that wait.
  var waitingCount: Int {
    switch self {
    case .answering(then: let backlog): backlog.messages.count
    case .blocked(_, then: let backlog): backlog.messages.count + 1
    case .resting, .awaitingLastRequest, .lingering, .closing: 0
    }
  }

  private static func begin(
    _ message: Message, then backlog: Backlog, _ isWritable: Bool
  ) -> (ConnectionState, Step) {
    isWritable ? (.answering(then: backlog), .answer(message)) : (.blocked(next: message, then: backlog), .wait)
  }
}

internal import HTTPTypes
package import OAuthCore

/// A bridge from a host's standard streams to an MCP server over Streamable HTTP.
///
/// Each message of the host is a POST request (MCP 2025-11-25 and 2026-07-28, Streamable HTTP:
/// Sending Messages). Requests run at the same time. A request whose answer doesn't arrive gets an
/// error with its ID.
package actor Bridge {
  let endpoint: Endpoint
  let effects: BridgeEffects
  var session = BridgeSession()
  /// The host's `initialize` request, which begins later sessions too.
  var initialization: JSONRPCMessage?
  /// A new session that begins because the server has ended the last one.
  var renewal: Task<Void, any Error>?
  /// The parameters of tools that are repeated in header fields.
  var tools = ToolHeaders()
  /// The requests that the server has rejected because of their header fields.
  var mismatched: Set<JSONValue> = []
  /// The cursors of the next pages of tools, by the IDs of the requests for the last ones.
  var cursors: [JSONValue: JSONValue] = [:]
  /// The stream of the server's own messages (MCP 2025-11-25, Streamable HTTP: Listening).
  var listening: Task<Void, Never>?
  /// The messages that wait for an answer.
  private var running: [Int: Task<Void, Never>] = [:]
  private var requests: [JSONValue: (number: Int, isModern: Bool)] = [:]
  var count = 0
  /// The last `initialize` or `notifications/initialized`: all later messages wait for its answer.
  private var opening: Task<Void, Never>?

  /// - Parameters:
  ///   - endpoint: The address of the MCP server.
  ///   - effects: The effects.
  package init(to endpoint: Endpoint, _ effects: BridgeEffects) {
    self.endpoint = endpoint
    self.effects = effects
  }

  /// Relays messages until the input ends, and waits a limited time for the answers that are missing then.
  ///
  /// - Parameter lines: The host's input.
  /// - Throws: ``BridgeError/unanswered(_:)`` if answers didn't arrive in time. Their requests got an error.
  package func run(_ lines: some AsyncSequence<MessageLines.Line, Never> & Sendable) async throws(BridgeError) {
    for await line in lines {
      switch line {
      case .tooLong: effects.say("pixy: A message of the host is larger than 64 MiB. It was discarded.")
      case .message(let bytes):
        guard let message = JSONRPCMessage(bytes) else {
          effects.say("pixy: The host wrote a line that is not a JSON-RPC message. It was discarded.")
          continue
        }
        accept(message)
      }
    }
    listening?.cancel()
    var unanswered = 0
    if !Task.isCancelled {
      await waitForAnswers()
      unanswered = Task.isCancelled ? 0 : rejectUnanswered()
    }
    for task in running.values { task.cancel() }
    await end()
    if unanswered > 0 { throw .unanswered(unanswered) }
  }

  // MARK: - The host's messages

  private func accept(_ message: JSONRPCMessage) {
    if message.method == "notifications/cancelled", cancelAtOnce(message) { return }
    let before = opening
    count += 1
    let number = count
    if case .request(let id) = message.kind { requests[id] = (number, message.ownVersion != nil) }
    let task = Task {
      await before?.value
      await self.relay(message)
      self.finished(message, number)
    }
    running[number] = task
    if message.method == "initialize" || message.method == "notifications/initialized" { opening = task }
  }

  private func finished(_ message: JSONRPCMessage, _ number: Int) {
    running[number] = nil
    if case .request(let id) = message.kind, requests[id]?.number == number { requests[id] = nil }
  }

  /// Ends a request by closing its stream (MCP 2026-07-28, Streamable HTTP: Cancellation).
  ///
  /// - Returns: Whether the message is done. An older server gets it as a message, because a closed
  ///   stream is no cancellation there (MCP 2025-11-25, Streamable HTTP: Sending Messages). No server
  ///   gets it for a request that isn't running (MCP 2025-11-25, Cancellation: Behavior Requirements).
  private func cancelAtOnce(_ message: JSONRPCMessage) -> Bool {
    guard let id = message.parameters["requestId"], let request = requests[id] else { return true }
    guard request.isModern else { return message.ownVersion != nil }
    running[request.number]?.cancel()
    return true
  }

  private func relay(_ message: JSONRPCMessage) async {
    do {
      switch message.kind {
      case .request(let id): try await answer(message, id)
      case .notification, .response: try await post(message)
      }
    } catch {
      // The host has cancelled the request, or has ended.
      guard !Task.isCancelled else { return }
      let text = effects.explain(error)
      guard case .request(let id) = message.kind else { return effects.say(text) }
      effects.write(JSONRPCMessage.failure(of: id, text, name: (error as? any ExplainedError)?.code))
    }
  }

  /// Posts a notification or a response.
  private func post(_ message: JSONRPCMessage) async throws {
    // The request may have been answered while the cancellation waited for its turn.
    if message.method == "notifications/cancelled", let id = message.parameters["requestId"], requests[id] == nil {
      return
    }
    let answer = try await exchange(message)
    let status = answer.response.status
    guard status.kind == .successful else { throw BridgeError.status(status.code) }
    switch message.method {
    case "notifications/initialized": listen()
    case "notifications/cancelled":
      if let id = message.parameters["requestId"], let request = requests[id] { running[request.number]?.cancel() }
    default: break
    }
  }

  private func answer(_ message: JSONRPCMessage, _ id: JSONValue) async throws {
    if message.method == "initialize" {
      initialization = message
      try await initialize(message, id) { [effects] response in effects.write(response.line) }
      return
    }
    if message.ownVersion != nil, message.method == "tools/call" || message.method == "tools/list" {
      return try await answerAboutTools(message, id)
    }
    let stream = try await exchange(message)
    try await receive(stream, for: id) { [effects] message in effects.write(message.line) }
  }

  // MARK: - The end

  /// The time after which the user is told that answers are missing, and the time for the end of the
  /// session.
  private static let grace = Duration.seconds(1)
  /// The longest wait for the answers that are missing when the input ends. A tool may take long; a host
  /// that doesn't want to wait ends this program with a signal.
  static let patience = Duration.seconds(60)

  private func waitForAnswers() async {
    await waitForAnswers(atMost: Self.grace)
    guard !requests.isEmpty, !Task.isCancelled else { return }
    let answers = requests.count == 1 ? "an answer" : "\(requests.count) answers"
    effects.say(
      "pixy: The input has ended. Waiting for \(answers), for at most \(Self.patience.inWords) …")
    await waitForAnswers(atMost: Self.patience - Self.grace)
  }

  private func waitForAnswers(atMost limit: Duration) async {
    let (tasks, effects) = (Array(running.values), effects)
    guard !tasks.isEmpty else { return }
    // The waiting can end before the tasks do.
    let all = SharedTask { for task in tasks { await task.value } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await all.value() }
      group.addTask { try? await effects.sleep(limit) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Answers the requests that are still without an answer with an error.
  ///
  /// - Returns: Their number.
  private func rejectUnanswered() -> Int {
    let error = BridgeError.unanswered(1)
    for id in requests.keys { effects.write(JSONRPCMessage.failure(of: id, effects.explain(error), name: error.code)) }
    return requests.count
  }

  /// Ends the session (MCP 2025-11-25, Streamable HTTP: Session Management).
  private func end() async {
    guard session.id != nil else { return }
    let request = request(.delete)
    // A task of its own: a signal may have cancelled this one.
    await Task { [effects] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await effects.send(request, []) }
        group.addTask { try? await effects.sleep(Self.grace) }
        await group.next()
        group.cancelAll()
      }
    }.value
  }
}

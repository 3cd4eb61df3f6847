internal import HTTPTypes
internal import OAuthCore

extension Bridge {
  /// Creates a request of the session.
  func request(_ method: HTTPRequest.Method) -> HTTPRequest {
    var request = endpoint.request(method)
    request.headerFields = session.fields
    request.headerFields[.accept] = "application/json, text/event-stream"
    return request
  }

  /// Posts a message. If the server has ended the session, a new one begins and the message is posted
  /// once more (MCP 2025-11-25, Streamable HTTP: Session Management).
  func exchange(_ message: JSONRPCMessage) async throws -> HTTPStream {
    let sessionInUse = session
    let answer = try await effects.send(post(message), message.bytes)
    guard answer.response.status == .notFound, sessionInUse.id != nil, message.ownVersion == nil else { return answer }
    try await beginAnew(after: sessionInUse)
    return try await effects.send(post(message), message.bytes)
  }

  private func post(_ message: JSONRPCMessage) -> HTTPRequest {
    var request = request(.post)
    if message.ownVersion != nil || message.method == "initialize" {
      request.headerFields[RequestMetadata.sessionID] = nil
      request.headerFields[RequestMetadata.version] = nil
    }
    request.headerFields[.contentType] = "application/json"
    request.headerFields.append(contentsOf: RequestMetadata.fields(of: message))
    request.headerFields.append(contentsOf: tools.fields(of: message))
    return request
  }

  /// Sends `initialize` and begins the session of its response.
  ///
  /// - Parameter relay: Receives the response, and the server's messages before it.
  func initialize(
    _ message: JSONRPCMessage, _ id: JSONValue, relay: @escaping @Sendable (JSONRPCMessage) -> Void
  ) async throws {
    let stream = try await effects.send(post(message), message.bytes)
    let sessionID = stream.response.headerFields[RequestMetadata.sessionID].flatMap {
      BridgeSession.isUsable($0) ? $0 : nil
    }
    try await receive(stream, for: id) { response in
      // The host may answer at once, so the session begins before the host gets the response.
      if response.answers(id), let result = response.members["result"]?.object {
        let version = result["protocolVersion"]?.string.flatMap { BridgeSession.isUsable($0) ? $0 : nil }
        await self.begin(sessionID, version)
      }
      relay(response)
    }
  }

  private func begin(_ id: String?, _ version: String?) {
    session = BridgeSession(id: id, version: version, number: session.number + 1)
  }

  /// Begins a new session in place of one that the server has ended. Messages that need it at the same
  /// time share it.
  private func beginAnew(after old: BridgeSession) async throws {
    guard session.number == old.number else { return }
    let task = renewal ?? Task { try await self.renew() }
    renewal = task
    defer { if renewal == task { renewal = nil } }
    try await task.value
  }

  private func renew() async throws {
    guard let initialization, case .request(let id) = initialization.kind else { throw BridgeError.noNewSession }
    let old = session.number
    // The host has its answer already.
    try await initialize(initialization, id) { _ in }
    guard session.number != old else { throw BridgeError.noNewSession }
    let notification = JSONRPCMessage(Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8))
    if let notification { _ = try await effects.send(post(notification), notification.bytes) }
    listen()
  }
}

internal import HTTPTypes
internal import OAuthCore

extension Bridge {
  /// The number of reconnections without an event after which a stream counts as lost.
  private static let reconnections = 10
  /// The time before a reconnection, if the server asks for none.
  private static let retry = Duration.seconds(1)

  /// Receives the answer to a request: a response in JSON, or a stream that ends with the response.
  ///
  /// - Parameters:
  ///   - stream: The answer.
  ///   - id: The request's ID.
  ///   - relay: Receives each message.
  /// - Throws: ``BridgeError``, ``EventStreamError``, `HTTPTransportError` if no response arrives.
  func receive(
    _ stream: HTTPStream, for id: JSONValue, relay: @Sendable (JSONRPCMessage) async -> Void
  ) async throws {
    let response = stream.response
    let type = Self.mediaType(of: response)
    if response.status == .ok, type == "text/event-stream" {
      return try await follow(stream, for: id, relay: relay)
    }
    let bytes = try await stream.wholeBody(limit: MessageLines.maximumBytes, origin: endpoint.origin)
    let message = type == "application/json" ? JSONRPCMessage(bytes) : nil
    guard let message, case .response(let answered) = message.kind else {
      throw response.status.kind == .successful
        ? BridgeError.notAMessage(type: UntrustedText(type.isEmpty ? "nothing" : type))
        : BridgeError.status(response.status.code)
    }
    if answered == id { return await relay(message) }
    // An error that the server couldn't assign to a request (JSON-RPC 2.0 §5): this answer is the
    // assignment.
    guard message.members["error"] != nil, response.status.kind != .successful else {
      throw BridgeError.notAMessage(type: UntrustedText("a response to another request"))
    }
    var members = message.members
    members["id"] = id
    guard let assigned = JSONRPCMessage(JSONValue.object(members).bytes()) else { return }
    await relay(assigned)
  }

  /// Relays the messages of a stream until the response, and resumes the stream if its connection ends
  /// before (MCP 2025-11-25, Streamable HTTP: Resumability and Redelivery).
  private func follow(
    _ stream: HTTPStream, for id: JSONValue, relay: @Sendable (JSONRPCMessage) async -> Void
  ) async throws {
    var parser = EventStreamParser()
    var attempts = 0
    var current: HTTPStream? = stream
    while true {
      var endError: any Error = BridgeError.endedEarly
      if let current {
        do {
          let before = parser.lastEventID
          let isAnswered = try await self.read(current, &parser) { message in
            await relay(message)
            return message.answers(id)
          }
          if isAnswered { return }
          if parser.lastEventID != before { attempts = 0 }
        } catch let error as HTTPTransportError {
          endError = error
        }
      }
      attempts += 1
      guard !parser.lastEventID.isEmpty, attempts <= Self.reconnections else { throw endError }
      try await effects.sleep(parser.retry ?? Self.retry)
      current = try await resume(&parser)
    }
  }

  /// Reconnects a stream.
  ///
  /// - Returns: `nil` if the server is away at the moment.
  /// - Throws: ``BridgeError/endedEarly`` if the server doesn't resume the stream.
  private func resume(_ parser: inout EventStreamParser) async throws -> HTTPStream? {
    var request = request(.get)
    request.headerFields[.accept] = "text/event-stream"
    request.headerFields[RequestMetadata.lastEventID] = parser.lastEventID
    parser = EventStreamParser(continuing: parser)
    do {
      let stream = try await effects.send(request, [])
      if stream.response.status.kind == .serverError { return nil }
      guard stream.response.status == .ok, Self.mediaType(of: stream.response) == "text/event-stream" else {
        throw BridgeError.endedEarly
      }
      return stream
    } catch is HTTPTransportError {
      return nil
    }
  }

  /// Reads a connection of a stream.
  ///
  /// - Parameter use: Receives each message. Returns whether it is the last one.
  /// - Returns: Whether the last message arrived.
  private func read(
    _ stream: HTTPStream, _ parser: inout EventStreamParser, _ use: @Sendable (JSONRPCMessage) async -> Bool
  ) async throws -> Bool {
    for try await part in try stream.withoutContentCoding(origin: endpoint.origin).body {
      for event in try parser.append(part) where event.type == "message" {
        guard let message = JSONRPCMessage(event.data) else {
          effects.say("pixy: The MCP server sent an event that is not a JSON-RPC message. It was discarded.")
          continue
        }
        if await use(message) { return true }
      }
    }
    return false
  }

  // MARK: - The server's own messages

  /// Opens the stream of the server's own messages, if the server has one.
  func listen() {
    listening?.cancel()
    let number = session.number
    listening = Task { await self.relayServerMessages(ofSession: number) }
  }

  private func relayServerMessages(ofSession number: Int) async {
    var parser = EventStreamParser()
    var wait = Self.retry
    while !Task.isCancelled, session.number == number {
      var request = request(.get)
      request.headerFields[.accept] = "text/event-stream"
      if !parser.lastEventID.isEmpty { request.headerFields[RequestMetadata.lastEventID] = parser.lastEventID }
      do {
        let stream = try await effects.send(request, [])
        let status = stream.response.status
        if status == .ok, Self.mediaType(of: stream.response) == "text/event-stream" {
          wait = Self.retry
          let effects = effects
          _ = try await read(stream, &parser) { message in
            effects.write(message.line)
            return false
          }
        } else if status.kind != .serverError {
          // 405: the server has no such stream. Any other refusal is final too: the next request of
          // the host reports it.
          return
        }
      } catch is HTTPTransportError {
      } catch {
        return
      }
      guard (try? await effects.sleep(parser.retry ?? wait)) != nil else { return }
      wait = min(wait * 2, .seconds(60))
      parser = EventStreamParser(continuing: parser)
    }
  }

  private static func mediaType(of response: HTTPResponse) -> String {
    let field = response.headerFields[.contentType] ?? ""
    return field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
  }
}

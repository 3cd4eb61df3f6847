internal import OAuthCore

extension Bridge {
  /// The number of pages of `tools/list` that are read for a retry.
  private static let pages = 50

  /// Answers a request whose tools have parameters in header fields. After `HeaderMismatch` (-32020),
  /// the tools are listed again and the request is sent once more (MCP 2026-07-28, Streamable HTTP:
  /// Client Behavior).
  func answerAboutTools(_ message: JSONRPCMessage, _ id: JSONValue) async throws {
    try await receive(try await exchange(message), for: id) { await self.relay($0, to: message, id, isRetry: false) }
    guard mismatched.remove(id) != nil else { return }
    try await listTools(for: message)
    try await receive(try await exchange(message), for: id) { await self.relay($0, to: message, id, isRetry: true) }
  }

  private func relay(_ response: JSONRPCMessage, to message: JSONRPCMessage, _ id: JSONValue, isRetry: Bool) {
    guard response.answers(id) else { return effects.write(response.line) }
    if message.method == "tools/list" { return effects.write(learn(response).line) }
    if !isRetry, response.members["error"]?.object?["code"] == -32_020 {
      mismatched.insert(id)
    } else {
      effects.write(response.line)
    }
  }

  /// Lists all tools, and reads their annotations.
  private func listTools(for message: JSONRPCMessage) async throws {
    var cursor: JSONValue?
    for _ in 0..<Self.pages {
      var parameters: [String: JSONValue] = [:]
      parameters["_meta"] = message.parameters["_meta"]
      parameters["cursor"] = cursor
      count += 1
      let id = JSONValue.string("pixy-tools-\(count)")
      let list = JSONRPCMessage(
        JSONValue.object(["jsonrpc": "2.0", "id": id, "method": "tools/list", "params": .object(parameters)]).bytes())
      guard let list else { return }
      try await receive(try await exchange(list), for: id) { await self.learnPage($0, id) }
      cursor = cursors.removeValue(forKey: id)
      guard cursor != nil else { return }
    }
  }

  private func learnPage(_ response: JSONRPCMessage, _ id: JSONValue) {
    guard response.answers(id) else { return }
    _ = learn(response)
    if let next = response.members["result"]?.object?["nextCursor"]?.string { cursors[id] = .string(next) }
  }

  /// Reads the annotations of a page of tools, and returns the page without invalid tools.
  private func learn(_ response: JSONRPCMessage) -> JSONRPCMessage {
    let (valid, rejected) = tools.read(response)
    for name in rejected {
      effects.say(
        "pixy: The tool \(UntrustedText(name)) was left out: its x-mcp-header is invalid (MCP 2026-07-28).")
    }
    return valid
  }
}

package import OAuthCore

extension Trace {
  /// The saved form: a JSON object with `version`, `trace`, `command`, `started_at` and `steps`.
  package var json: JSONValue {
    var endpoints = KnownEndpoints()
    let steps = events.map { event -> JSONValue in
      let step = event.step(knowing: &endpoints)
      var members = Self.members(of: event)
      // For human readers of the file. `pixy explain` determines both again.
      members["what"] = .string(step.kind.rawValue)
      members["specification"] = .string(step.specification)
      return .object(members)
    }
    return [
      "version": .integer(Self.version), "trace": "pixy", "command": .string(command),
      "started_at": .string(startedAt), "steps": .array(steps),
    ]
  }

  private static func members(of event: Event) -> [String: JSONValue] {
    switch event {
    case .exchange(let exchange):
      var members: [String: JSONValue] = [
        "kind": "exchange", "request": json(exchange.request), "milliseconds": .integer(exchange.milliseconds),
      ]
      members["answer"] = exchange.answer.map { json($0) }
      members["failure"] = exchange.failure.map { .string($0) }
      return members
    case .authorization(let authorization):
      return [
        "kind": "authorization", "address": .string(authorization.address),
        "parameters": json(authorization.parameters),
        "redirect_uri": .string(authorization.redirectURI),
      ]
    case .callback(let callback):
      var members: [String: JSONValue] = [
        "kind": "callback", "redirect_uri": .string(callback.redirectURI), "parameters": json(callback.parameters),
        "checked": .array(callback.checked.map { .string($0) }),
      ]
      members["failure"] = callback.failure.map { .string($0) }
      return members
    }
  }

  private static func json(_ request: ShownRequest) -> JSONValue {
    [
      "method": .string(request.method), "address": .string(request.address), "query": json(request.query),
      "fields": json(request.fields), "body": json(request.body),
    ]
  }

  private static func json(_ answer: ShownAnswer) -> JSONValue {
    ["status": .integer(Int64(answer.status)), "fields": json(answer.fields), "body": json(answer.body)]
  }

  /// Returns names with values as an array of pairs, because names may be repeated.
  private static func json(_ pairs: [ShownPair]) -> JSONValue {
    .array(pairs.map { .array([.string($0.name), .string($0.value)]) })
  }

  private static func json(_ body: ShownBody) -> JSONValue {
    switch body {
    case .none: .null
    case .form(let pairs): ["form": json(pairs)]
    case .json(let value): ["json": value]
    case .other(let type, let bytes): ["type": .string(type), "bytes": .integer(Int64(bytes))]
    }
  }
}

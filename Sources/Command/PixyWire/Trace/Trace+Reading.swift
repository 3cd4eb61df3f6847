internal import OAuthCore

extension Trace {
  /// The largest size of a trace that is read, in bytes.
  package static let maximumBytes = 4_194_304
  /// The largest number of steps that are read.
  package static let maximumSteps = 2_000

  /// Parses a saved trace. The file is untrusted, so every text is made safe to print.
  /// - Throws: ``TraceError`` if the file is not a trace, is too large, or has an unknown version.
  package init(bytes: [UInt8]) throws(TraceError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(limit: Self.maximumBytes) }
    let value: JSONValue
    do {
      value = try JSONValue(bytes: bytes, maximumBytes: Self.maximumBytes)
    } catch {
      throw .notJSON(error)
    }
    guard let members = value.object, members["trace"] == "pixy" else { throw .notATrace }
    guard case .integer(let version)? = members["version"], version > 0 else { throw .malformed("version") }
    guard version == Self.version else { throw .anotherVersion(version) }
    guard let steps = members["steps"]?.array else { throw .malformed("steps") }
    guard steps.count <= Self.maximumSteps else { throw .tooManySteps(limit: Self.maximumSteps) }
    command = try Self.text("command", in: members)
    startedAt = try Self.text("started_at", in: members)
    for (index, step) in steps.enumerated() {
      guard let event = Self.event(step) else { throw .malformed("step \(index + 1)") }
      events.append(event)
    }
  }

  private static func text(_ name: String, in members: [String: JSONValue]) throws(TraceError) -> String {
    guard let text = clean(members[name]) else { throw .malformed(name) }
    return text
  }

  private static func event(_ value: JSONValue) -> Event? {
    guard let members = value.object else { return nil }
    switch members["kind"]?.string {
    case "exchange":
      guard let request = members["request"]?.object.flatMap(request),
        case .integer(let milliseconds)? = members["milliseconds"]
      else { return nil }
      var exchange = Exchange(request: request, milliseconds: milliseconds)
      if let answer = members["answer"] {
        guard let answer = answer.object.flatMap(Self.answer) else { return nil }
        exchange.answer = answer
      }
      exchange.failure = clean(members["failure"])
      return .exchange(exchange)
    case "authorization":
      guard let address = clean(members["address"]), let parameters = pairs(members["parameters"]),
        let redirectURI = clean(members["redirect_uri"])
      else { return nil }
      return .authorization(Authorization(address: address, parameters: parameters, redirectURI: redirectURI))
    case "callback":
      guard let redirectURI = clean(members["redirect_uri"]), let parameters = pairs(members["parameters"]),
        let checks = members["checked"]?.strings
      else { return nil }
      return .callback(
        Callback(
          redirectURI: redirectURI, parameters: parameters, checked: checks.map { UntrustedText($0).description },
          failure: clean(members["failure"])))
    default: return nil
    }
  }

  private static func request(_ members: [String: JSONValue]) -> ShownRequest? {
    guard let method = clean(members["method"]), let address = clean(members["address"]),
      let query = pairs(members["query"]), let fields = pairs(members["fields"]), let body = body(members["body"])
    else { return nil }
    return ShownRequest(method: method, address: address, query: query, fields: fields, body: body)
  }

  private static func answer(_ members: [String: JSONValue]) -> ShownAnswer? {
    guard case .integer(let status)? = members["status"], (100...999).contains(status),
      let fields = pairs(members["fields"]), let body = body(members["body"])
    else { return nil }
    return ShownAnswer(status: Int(status), fields: fields, body: body)
  }

  private static func body(_ value: JSONValue?) -> ShownBody? {
    switch value {
    case nil, .null?: return ShownBody.none
    case .object(let members)?:
      if let form = members["form"] { return pairs(form).map { .form($0) } }
      if let json = members["json"] { return .json(clean(json)) }
      guard let type = clean(members["type"]), case .integer(let bytes)? = members["bytes"] else { return nil }
      return .other(type: type, bytes: Int(clamping: bytes))
    default: return nil
    }
  }

  private static func pairs(_ value: JSONValue?) -> [ShownPair]? {
    guard let elements = value?.array else { return nil }
    let pairs = elements.compactMap { element -> ShownPair? in
      guard let texts = element.strings, texts.count == 2 else { return nil }
      return ShownPair(name: UntrustedText(texts[0]).description, value: UntrustedText(texts[1]).description)
    }
    return pairs.count == elements.count ? pairs : nil
  }

  private static func clean(_ value: JSONValue?) -> String? {
    value?.string.map { UntrustedText($0).description }
  }

  private static func clean(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(UntrustedText(text).description)
    case .array(let elements): .array(elements.map { clean($0) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { (UntrustedText($0.key).description, clean($0.value)) }, uniquingKeysWith: { first, _ in first })
      )
    case .null, .bool, .integer, .number: value
    }
  }
}

internal import FoundationBasics
package import HTTPTypes
package import OAuthCore

extension WireRedaction {
  /// Redacts a request and remembers its secrets.
  package mutating func shown(_ request: HTTPRequest, body: [UInt8]) -> ShownRequest {
    let (address, query) = split("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
    return ShownRequest(
      method: request.method.rawValue, address: address, query: query, fields: fields(request.headerFields),
      body: shown(body, type: request.headerFields.mediaType))
  }

  /// Redacts an answer and remembers its secrets.
  package mutating func shown(_ answer: HTTPAnswer) -> ShownAnswer {
    // The body comes first, because some servers repeat its values in header fields.
    let body = shown(answer.body, type: answer.response.headerFields.mediaType)
    return ShownAnswer(status: answer.response.status.code, fields: fields(answer.response.headerFields), body: body)
  }

  /// Splits a URL into the part before its query, and the query's parameters.
  package mutating func split(_ address: String) -> (address: String, query: [ShownPair]) {
    let base = place(String(address.prefix { $0 != "?" && $0 != "#" }))
    guard let mark = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return (base, []) }
    guard let parameters = try? FormParameters(decoding: address[address.index(after: mark)...]) else {
      return (base, [ShownPair(name: "?", value: Self.withheld)])
    }
    return (base, pairs(parameters))
  }

  /// Redacts the parameters of a query or form.
  package mutating func pairs(_ parameters: FormParameters) -> [ShownPair] {
    parameters.pairs.map { ShownPair(name: shown(name: $0.name), value: shown($0.name, $0.value)) }
  }

  private mutating func fields(_ fields: HTTPFields) -> [ShownPair] {
    fields.map { field in
      let name = field.name.canonicalName
      return ShownPair(name: name, value: shown(field: name, field.value))
    }
  }

  /// The header fields whose values are public. Of all others only the name is shown.
  private static let openFields: Set<String> = [
    "accept", "allow", "cache-control", "content-length", "content-type", "date", "etag", "expires", "pragma",
    "retry-after", "server", "user-agent", "vary", "www-authenticate",
  ]

  private mutating func shown(field name: String, _ value: String) -> String {
    switch name {
    case "authorization":
      let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return Self.withheld }
      remember(parts[1])
      let scheme = UntrustedText(parts[0]).description
      if scheme.lowercased() == "basic" { rememberSecret(inBasic: parts[1]) }
      // A Basic field has the client's ID and secret together, and its beginning is not random.
      return ["bearer", "dpop"].contains(scheme.lowercased())
        ? "\(scheme) \(Self.shortened(parts[1]))" : "\(scheme) \(Self.withheld)"
    case "dpop":
      remember(value)
      return JWTSummary(value).map { "[\($0)]" } ?? Self.withheld
    case "dpop-nonce": return shown("nonce", value)
    case "location": return address(value)
    case _ where Self.openFields.contains(name): return text(value)
    default: return Self.withheld
    }
  }

  /// Remembers the secret in a Basic field, because servers repeat the secret and not the field.
  /// Both halves are form-encoded (RFC 6749 §2.3.1), but some clients omit that.
  private mutating func rememberSecret(inBasic credentials: String) {
    guard let data = Data(base64Encoded: credentials),
      let colon = data.firstIndex(of: UInt8(ascii: ":")),
      let secret = String(validating: data[data.index(after: colon)...], as: UTF8.self)
    else { return }
    remember(secret)
    if let decoded = (try? FormParameters(decoding: "secret=" + secret))?.all("secret").first { remember(decoded) }
  }

  // MARK: Bodies

  private mutating func shown(_ body: [UInt8], type: String?) -> ShownBody {
    guard !body.isEmpty else { return .none }
    let type = type ?? ""
    if type == MediaType.form, let form = try? FormParameters(decoding: body) {
      return .form(pairs(form))
    }
    if type.isEmpty || type == MediaType.json || type.hasSuffix("+json"), let value = try? JSONValue(bytes: body) {
      return .json(shown(value, named: "", depth: 0))
    }
    let text = String(decoding: body.prefix(65_536), as: UTF8.self)
    if let jwt = JWTSummary(text) {
      remember(text)
      return .other(type: "\(jwt)", bytes: body.count)
    }
    return .other(type: UntrustedText(type).description, bytes: body.count)
  }

  /// The largest depth of a shown document. It becomes part of another document, which must be
  /// readable too.
  private static let maximumDepth = 10

  private mutating func shown(_ value: JSONValue, named name: String, depth: Int) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .integer, .number:
      return Self.sight(of: name, "") == .whole ? value : .string(Self.withheld)
    case .string(let text): return .string(shown(name, text))
    case .array(let elements):
      guard depth < Self.maximumDepth else { return .string("…") }
      return .array(elements.map { shown($0, named: name, depth: depth + 1) })
    case .object(let members):
      guard depth < Self.maximumDepth else { return .string("…") }
      let isKey = members["kty"] != nil
      var result: [String: JSONValue] = [:]
      // Secrets come first, so that they are known before texts are searched for them.
      for (name, value) in members.sorted(by: { Self.rank($0, $1) }) {
        let kept = shown(name: name)
        if isKey, Self.privateKeyMembers.contains(name) {
          if let text = value.string { remember(text) }
          result[kept] = .string(Self.withheld)
        } else if isKey, Self.publicKeyMembers.contains(name) {
          // A public key may be shown.
          result[kept] = cut(value)
        } else {
          result[kept] = shown(value, named: name, depth: depth + 1)
        }
      }
      return .object(result)
    }
  }

  private func cut(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(UntrustedText(text).description)
    case .array(let elements):
      .array(elements.prefix(4).map { $0.string.map { .string(UntrustedText($0).description) } ?? .null })
    case .object: .string("…")
    case .null, .bool, .integer, .number: value
    }
  }

  private static func rank(
    _ left: (key: String, value: JSONValue), _ right: (key: String, value: JSONValue)
  ) -> Bool {
    let (leftOpen, rightOpen) = (
      sight(of: left.key, left.value.string ?? "") == .whole, sight(of: right.key, right.value.string ?? "") == .whole
    )
    return leftOpen == rightOpen ? left.key < right.key : !leftOpen
  }
}

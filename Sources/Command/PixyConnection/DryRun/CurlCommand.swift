internal import HTTPTypes
internal import OAuthCore
internal import PixyTerminal
internal import PixyWire

/// The files that curl needs besides the request.
package struct CurlOptions: Sendable {
  package var certificate: String?
  package var certificateKey: String?
  package var trust: String?

  /// The options with their values.
  package var words: [[String]] {
    [("--cert", certificate), ("--key", certificateKey), ("--cacert", trust)].compactMap { option, file in
      file.map { [option, $0] }
    }
  }
}

/// The curl command that sends a request. It contains no secrets: curl reads each secret from a
/// file, so a secret is never an argument and no placeholder can be sent by mistake.
struct CurlCommand: Sendable {
  /// The command, one option a line.
  private(set) var lines: [String] = []
  /// The files that the command reads, with a description of their content.
  private(set) var files: [(name: String, content: String)] = []
  private var needsURLQuery = false

  init(_ request: HTTPRequest, body: [UInt8], options: CurlOptions) {
    var words: [[String]] = [["curl", "--request", request.method.rawValue]]
    words += options.words
    for field in request.headerFields {
      words.append(["--header", header(field)])
    }
    words += data(body, type: request.headerFields.mediaType)
    let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    words += url(address, besideBody: !body.isEmpty)
    let last = words.count - 1
    lines = words.enumerated().map { index, words in
      (index == 0 ? "" : "  ") + words.map(ShellWord.quoted).joined(separator: " ") + (index == last ? "" : " \\")
    }
  }

  /// The user's instructions before running the command.
  var explanation: [String] {
    guard !files.isEmpty else { return ["The same request with curl:"] }
    let version = needsURLQuery ? " 7.87 or later" : ""
    return [
      "The same request with curl\(version). curl reads secrets from these files, which must not end with a line break:"
    ]
      + files.map { "  \($0.name): \($0.content)" }
  }

  private mutating func header(_ field: HTTPField) -> String {
    let name = field.name.rawName
    switch field.name {
    case .authorization:
      let scheme = String(field.value.prefix { $0 != " " })
      let content =
        scheme == "Basic"
        ? "Authorization: Basic, then base64 of the form-encoded client ID, a colon and the secret (RFC 6749 §2.3.1)"
        : "Authorization: \(scheme), then the token"
      return "@" + file("authorization.header", content)
    case .dpop: return "@" + file("dpop.header", "DPoP: then a new proof for this request (RFC 9449 §4.2)")
    default:
      guard WireRedaction.sight(of: name, field.value) == .whole, ShellWord.fitsOnALine(field.value) else {
        return "@" + file("\(Self.fileName(name)).header", "\(name): then its value")
      }
      return "\(name): \(field.value)"
    }
  }

  private mutating func data(_ body: [UInt8], type: String?) -> [[String]] {
    guard !body.isEmpty else { return [] }
    if type == MediaType.form, let form = try? FormParameters(decoding: body) {
      return form.pairs.map { ["--data-urlencode", parameter($0)] }
    }
    if let value = try? JSONValue(bytes: body), !Self.hasSecret(value, named: "") {
      let text = String(decoding: value.bytes(), as: UTF8.self)
      if ShellWord.fitsOnALine(text) { return [["--data-raw", text]] }
    }
    return [
      [
        "--data-binary",
        "@" + file("body.txt", "the body as shown above, with the omitted values filled in"),
      ]
    ]
  }

  /// Returns `name=value`, or `name@file`. In the first form curl takes the text after the first
  /// `=` literally.
  private mutating func parameter(_ pair: FormParameters.Pair) -> String {
    let name = FormParameters.formEncode(pair.name)
    guard WireRedaction.sight(of: pair.name, pair.value) == .whole, ShellWord.fitsOnALine(pair.value) else {
      return name + "@" + file("\(Self.fileName(pair.name)).txt", "the \(name)")
    }
    return name + "=" + pair.value
  }

  private mutating func url(_ address: String, besideBody: Bool) -> [[String]] {
    // curl interprets brackets and braces as patterns.
    let glob = address.contains(where: { "[]{}".contains($0) }) ? [["--globoff"]] : []
    guard let mark = address.firstIndex(of: "?"),
      let query = try? FormParameters(decoding: address[address.index(after: mark)...]),
      query.pairs.contains(where: { WireRedaction.sight(of: $0.name, $0.value) != .whole })
    else { return glob + [["--url", address]] }
    let place = [["--url", String(address[..<mark])]]
    // --get would put the body into the URL too.
    guard !besideBody else {
      needsURLQuery = true
      return glob + query.pairs.map { ["--url-query", parameter($0)] } + place
    }
    return glob + [["--get"]] + query.pairs.map { ["--data-urlencode", parameter($0)] } + place
  }

  private mutating func file(_ name: String, _ content: String) -> String {
    if !files.contains(where: { $0.name == name }) { files.append((name: name, content: content)) }
    return name
  }

  private static func fileName(_ name: String) -> String {
    String(
      name.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
  }

  private static func hasSecret(_ value: JSONValue, named name: String) -> Bool {
    switch value {
    case .null, .bool: false
    case .integer, .number: WireRedaction.sight(of: name, "") != .whole
    case .string(let text): WireRedaction.sight(of: name, text) != .whole
    case .array(let elements): elements.contains { hasSecret($0, named: name) }
    case .object(let members):
      members.contains { member in
        guard members["kty"] != nil else { return hasSecret(member.value, named: member.key) }
        if WireRedaction.publicKeyMembers.contains(member.key) { return false }
        return WireRedaction.privateKeyMembers.contains(member.key) || hasSecret(member.value, named: member.key)
      }
    }
  }
}

internal import OAuthCore

/// The configuration file of an MCP host, as text.
///
/// A change inserts or replaces the text of one entry. Everything else stays as it is, byte for byte.
struct MCPConfiguration: Sendable {
  /// A server that the host starts as a command.
  struct Entry: Sendable, Hashable {
    /// The value of `type`; `nil` for none.
    var type: String?
    var command: String
    var arguments: [String]

    /// The members in the order of the text.
    private var members: [(name: String, value: JSONValue)] {
      (type.map { [("type", .string($0))] } ?? [])
        + [("command", .string(command)), ("args", .array(arguments.map { .string($0) }))]
    }

    var json: JSONValue { .object(Dictionary(members.map { ($0.name, $0.value) }) { $1 }) }

    /// Returns the entry as text.
    ///
    /// - Parameters:
    ///   - indent: The white space in front of the entry's line; `nil` for text on one line.
    ///   - unit: The further white space of its members.
    fileprivate func text(indent: String?, unit: String) -> String {
      let lines = members.map { "\(MCPConfiguration.text(.string($0.name))): \(MCPConfiguration.text($0.value))" }
      guard let indent else { return "{" + lines.joined(separator: ", ") + "}" }
      return "{\n" + lines.map { indent + unit + $0 }.joined(separator: ",\n") + "\n" + indent + "}"
    }

    /// The URL if the entry starts `pixy mcp` for one.
    var url: String? {
      let words = arguments.prefix { $0 != "--" }
      guard command.split(separator: "/").last == "pixy", words.first == "mcp" else { return nil }
      return words.first { $0.contains("://") && !$0.hasPrefix("-") }
    }
  }

  /// The text; empty for a new file.
  let bytes: [UInt8]
  /// The member that has the servers.
  let member: String
  private let top: JSONMembers?
  private let servers: JSONMembers?

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - bytes: The text; nothing or white space for a new configuration.
  ///   - member: The member that has the servers.
  /// - Throws: ``MCPConfigurationError``.
  init(_ bytes: [UInt8], member: String) throws(MCPConfigurationError) {
    self.bytes = bytes
    self.member = member
    guard !bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
      top = nil
      servers = nil
      return
    }
    guard (try? JSONValue(bytes: bytes))?.object != nil, let top = JSONMembers(in: bytes) else { throw .notJSON }
    self.top = top
    servers = try top[member].map { found throws(MCPConfigurationError) in
      guard let servers = JSONMembers(in: bytes, at: found.value.lowerBound) else { throw .notObject(member) }
      return servers
    }
  }

  /// The servers that the host starts as commands, by their names.
  var entries: [(name: String, entry: Entry)] {
    (servers?.members ?? []).compactMap { found in
      guard let value = (try? JSONValue(bytes: Array(bytes[found.value])))?.object,
        let command = value["command"]?.string
      else { return nil }
      return (
        found.name,
        Entry(type: value["type"]?.string, command: command, arguments: value["args"]?.strings ?? [])
      )
    }
  }

  /// Returns the value of a server, whatever it is; `nil` if there is no server of this name.
  func value(of name: String) -> JSONValue? {
    servers?[name].flatMap { try? JSONValue(bytes: Array(bytes[$0.value])) }
  }

  /// Returns the text with an entry added, or replaced.
  ///
  /// - Throws: ``MCPConfigurationError/notJSON`` if the new text would not be the old one with the
  ///   entry.
  func setting(_ name: String, to entry: Entry) throws(MCPConfigurationError) -> [UInt8] {
    let new = edited(name, entry)
    var document = (try? JSONValue(bytes: bytes))?.object ?? [:]
    var listed = document[member]?.object ?? [:]
    listed[name] = entry.json
    document[member] = .object(listed)
    guard (try? JSONValue(bytes: new)) == .object(document) else { throw .notJSON }
    return new
  }

  private func edited(_ name: String, _ entry: Entry) -> [UInt8] {
    let unit = top?.members.first.flatMap { indent(before: $0) } ?? "  "
    let key = Self.text(.string(name)) + ": "
    let twice = unit + unit
    guard let top else {
      let text = "{\n\(unit)\(Self.text(.string(member))): {\n\(twice)\(key)"
      return Array((text + entry.text(indent: twice, unit: unit) + "\n\(unit)}\n}\n").utf8)
    }
    if let servers {
      if let old = servers[name] {
        return replacing(old.value, with: entry.text(indent: indent(before: old), unit: unit))
      }
      if let last = servers.members.last {
        let text = "," + space(before: last) + key + entry.text(indent: indent(before: last), unit: unit)
        return replacing(last.value.upperBound..<last.value.upperBound, with: text)
      }
      let text = "\n\(twice)\(key)" + entry.text(indent: twice, unit: unit) + "\n\(unit)"
      return replacing(servers.inside, with: text)
    }
    let text = "\(Self.text(.string(member))): {\n\(twice)\(key)" + entry.text(indent: twice, unit: unit) + "\n\(unit)}"
    guard let last = top.members.last else { return replacing(top.inside, with: "\n\(unit)\(text)\n") }
    return replacing(last.value.upperBound..<last.value.upperBound, with: "," + space(before: last) + text)
  }

  private func replacing(_ range: Range<Int>, with text: String) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...])
  }

  /// The white space in front of a member.
  private func space(before member: JSONMembers.Member) -> String {
    var start = member.start
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start..<member.start], as: UTF8.self)
  }

  /// The white space between the beginning of a member's line and the member; `nil` if the member
  /// doesn't begin its line.
  private func indent(before member: JSONMembers.Member) -> String? {
    let space = space(before: member)
    guard let line = space.unicodeScalars.lastIndex(of: "\n") else { return nil }
    return String(space.unicodeScalars[space.unicodeScalars.index(after: line)...])
  }

  /// Returns a text or a list of texts as JSON on one line.
  private static func text(_ value: JSONValue) -> String {
    if let list = value.array { return "[" + list.map(text).joined(separator: ", ") + "]" }
    return String(decoding: value.bytes(), as: UTF8.self)
  }
}

/// The places of an object's members in a JSON text.
private struct JSONMembers {
  struct Member {
    let name: String
    /// The place of the quotation mark before the name.
    let start: Int
    let value: Range<Int>
  }

  private(set) var members: [Member] = []
  /// The place between the braces.
  private(set) var inside = 0..<0

  subscript(name: String) -> Member? { members.first { $0.name == name } }

  /// - Parameters:
  ///   - bytes: A valid JSON text.
  ///   - start: The place of the object. Default: the beginning.
  /// - Returns: `nil` if the value there isn't an object.
  init?(in bytes: [UInt8], at start: Int = 0) {
    var text = Cursor(bytes: bytes, place: start)
    text.skipSpace()
    guard text.next == UInt8(ascii: "{") else { return nil }
    text.place += 1
    let begin = text.place
    text.skipSpace()
    while let byte = text.next, byte != UInt8(ascii: "}") {
      let key = text.place
      text.skipValue()
      guard let name = (try? JSONValue(bytes: Array(bytes[key..<text.place])))?.string else { return nil }
      text.skipSpace()
      guard text.next == UInt8(ascii: ":") else { return nil }
      text.place += 1
      text.skipSpace()
      let value = text.place
      text.skipValue()
      members.append(Member(name: name, start: key, value: value..<text.place))
      text.skipSpace()
      if text.next == UInt8(ascii: ",") { text.place += 1 }
      text.skipSpace()
    }
    inside = begin..<text.place
  }

  private struct Cursor {
    let bytes: [UInt8]
    var place: Int

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func skipSpace() {
      while let next, [0x20, 0x0A, 0x0D, 0x09].contains(next) { place += 1 }
    }

    /// Skips a text, an object, a list, or another value.
    mutating func skipValue() {
      var depth = 0
      while let byte = next {
        switch byte {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          place += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return }
          depth -= 1
          place += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
          if depth == 0 { return }
          place += 1
        default: place += 1
        }
        if depth == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return }
      }
    }

    private mutating func skipString() {
      place += 1
      while let byte = next {
        place += byte == UInt8(ascii: "\\") ? 2 : 1
        if byte == UInt8(ascii: "\"") { return }
      }
      place = min(place, bytes.count)
    }
  }
}

/// The reason why a host's configuration can't be used.
enum MCPConfigurationError: Error, Hashable {
  /// The text isn't a JSON object.
  case notJSON
  /// This member isn't an object.
  case notObject(String)
}

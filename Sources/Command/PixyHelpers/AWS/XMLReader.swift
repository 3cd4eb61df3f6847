/// A parser for the small part of XML 1.0 that the Security Token Service uses: elements, text, the
/// five named characters and numeric references.
///
/// Document types are rejected, so entities can neither expand nor fetch anything. CDATA is
/// rejected too, and everything has a limit. Malformed XML is rejected, not repaired.
struct XMLReader {
  static let maximumBytes = 131_072
  private static let maximumDepth = 16
  private static let maximumElements = 1_000

  private var rest: Substring
  private var elements = 0

  /// Parses a document and returns its root element.
  ///
  /// - Returns: `nil` if the document is malformed, too large, or uses other parts of XML.
  static func root(of bytes: [UInt8]) -> XMLElement? {
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = XMLReader(rest: text[...])
    guard reader.skipBetween(), reader.take("<"), let root = reader.element(depth: 1), reader.skipBetween(),
      reader.rest.isEmpty
    else { return nil }
    return root
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func take(_ text: String) -> Bool {
    // Compared by scalars, because a combining character after a tag would hide the tag's end.
    guard rest.unicodeScalars.starts(with: text.unicodeScalars) else { return false }
    rest = rest[rest.unicodeScalars.index(rest.startIndex, offsetBy: text.unicodeScalars.count)...]
    return true
  }

  private mutating func skip(while holds: (Unicode.Scalar) -> Bool) {
    rest = Substring(rest.unicodeScalars.drop(while: holds))
  }

  /// Consumes the text up to a delimiter and the delimiter. Returns the text.
  private mutating func until(_ mark: String) -> Substring? {
    var scalars = rest.unicodeScalars
    while !scalars.isEmpty {
      guard !scalars.starts(with: mark.unicodeScalars) else {
        let content = rest[..<scalars.startIndex]
        rest = rest[scalars.index(scalars.startIndex, offsetBy: mark.unicodeScalars.count)...]
        return content
      }
      scalars = scalars.dropFirst()
    }
    return nil
  }

  /// Skips white space, comments and the declaration around the root. `false` if one of them
  /// doesn't end.
  private mutating func skipBetween() -> Bool {
    while true {
      skip(while: Self.isSpace)
      if take("<!--") {
        guard until("-->") != nil else { return false }
      } else if take("<?") {
        guard until("?>") != nil else { return false }
      } else {
        return true
      }
    }
  }

  /// Parses an element whose `<` was consumed.
  private mutating func element(depth: Int) -> XMLElement? {
    elements += 1
    guard depth <= Self.maximumDepth, elements <= Self.maximumElements, let elementName = name(), skipAttributes()
    else {
      return nil
    }
    var element = XMLElement(name: elementName.split(separator: ":").last.map(String.init) ?? elementName)
    if take("/>") { return element }
    guard take(">") else { return nil }
    var text = ""
    while !rest.isEmpty {
      if take("</") {
        guard name() == elementName else { return nil }
        skip(while: Self.isSpace)
        guard take(">") else { return nil }
        element.text = Self.trimmed(text)
        return element
      } else if take("<!--") {
        guard until("-->") != nil else { return nil }
      } else if take("<") {
        guard let child = self.element(depth: depth + 1) else { return nil }
        element.children.append(child)
      } else if take("&") {
        guard let character = reference() else { return nil }
        text.unicodeScalars.append(character)
      } else if let next = rest.unicodeScalars.first {
        text.unicodeScalars.append(next)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return nil
  }

  private mutating func name() -> String? {
    let name = rest.unicodeScalars.prefix { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789:_-.".unicodeScalars.contains(scalar))
    }
    guard !name.isEmpty else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  /// Skips everything up to the tag's end. `false` if it isn't a list of attributes.
  private mutating func skipAttributes() -> Bool {
    while true {
      skip(while: Self.isSpace)
      guard let next = rest.unicodeScalars.first, next != ">", next != "/" else { return !rest.isEmpty }
      guard name() != nil else { return false }
      skip(while: Self.isSpace)
      guard take("=") else { return false }
      skip(while: Self.isSpace)
      guard let value = take("\"") ? until("\"") : take("'") ? until("'") : nil, !value.contains("<") else {
        return false
      }
    }
  }

  /// Parses a character reference whose `&` was consumed.
  private mutating func reference() -> Unicode.Scalar? {
    guard let end = rest.unicodeScalars.prefix(10).firstIndex(of: ";") else { return nil }
    let name = rest[..<end]
    rest = rest[rest.unicodeScalars.index(after: end)...]
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x"
      ? UInt32(unsigned: digits.dropFirst(), radix: 16) : UInt32(unsigned: digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : $0 }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = Substring(text).unicodeScalars.drop(while: isSpace)
    guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(Substring(scalars[...last]))
  }
}

extension UInt32 {
  /// Parses a number of digits only. Swift's own initializer accepts a sign too.
  fileprivate init?(unsigned digits: Substring, radix: Int) {
    guard let first = digits.first, first != "+", first != "-" else { return nil }
    self.init(digits, radix: radix)
  }
}

internal import OAuthCore

/// JSON with a line for each member and element. Order and spelling are those of the sender.
package enum JSONIndentation {
  /// Returns an object or array, indented by two spaces and safe to show; `nil` for anything else.
  package static func text(of bytes: [UInt8]) -> String? {
    guard let value = try? JSONValue(bytes: bytes, maximumBytes: bytes.count), value.object != nil || value.array != nil
    else { return nil }
    var text = ""
    var depth = 0
    var (isString, isEscaped, isEmpty) = (false, false, false)
    func line() { text += "\n" + String(repeating: "  ", count: depth) }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isString {
        text += JSONValue.shown(scalar)
        if !isEscaped, scalar == "\"" { isString = false }
        isEscaped = !isEscaped && scalar == "\\"
        continue
      }
      guard !" \t\r\n".unicodeScalars.contains(scalar) else { continue }
      switch scalar {
      case "}", "]":
        depth -= 1
        if !isEmpty { line() }
      default: if isEmpty { line() }
      }
      isEmpty = false
      text.unicodeScalars.append(scalar)
      switch scalar {
      case "{", "[": (depth, isEmpty) = (depth + 1, true)
      case ",": line()
      case ":": text += " "
      case "\"": isString = true
      default: break
      }
    }
    return text
  }
}

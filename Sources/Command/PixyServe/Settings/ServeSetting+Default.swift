internal import OAuthCore

extension ServeSetting {
  /// Returns the default as the help and the guide show it; "none" if there is none.
  /// - Parameter code: The text around values, such as a backtick.
  func defaultInWords(code: String) -> String {
    if let unset { return unset.replacing("`", with: code) }
    switch defaultValue {
    case .string(let text)?: return code + text + code
    case .integer(let number)?: return "\(number)"
    case .bool(let value)?: return "\(code)\(value)\(code)"
    case .array?:
      let words = (defaultValue?.strings ?? []).joined(separator: " ")
      return words.isEmpty ? "none" : code + words + code
    default: return "none"
    }
  }
}

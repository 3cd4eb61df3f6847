/// A text from outside, made safe to show on a terminal, in a log or in an error.
///
/// Error descriptions come from servers, and from any program that can open a callback URL. Control
/// characters (terminal escapes, line breaks) and characters that reorder text are removed, and the
/// length is limited.
///
/// ```swift
/// print(UntrustedText("denied\u{1B}[2J"))  // "denied[2J"
/// ```
public struct UntrustedText: Sendable, Hashable, CustomStringConvertible {
  /// The longest text that is kept, in characters (Unicode scalars).
  public static let maximumCharacters = 300

  /// The cleaned text.
  public let description: String

  /// Cleans a text. Removed characters leave no mark. A text that was cut ends with `…`.
  ///
  /// - Parameter text: A text from outside, of any length.
  public init(_ text: String) {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < Self.maximumCharacters else {
        result += "…"
        break
      }
      guard scalar.isSafeToShow else { continue }
      result.unicodeScalars.append(scalar)
      count += 1
    }
    description = result
  }

  /// Returns the same text with every occurrence of the secrets replaced by `[redacted]`. A
  /// careless server may send back the received values.
  ///
  /// If the text was cut in the middle of a secret, the secret's beginning is replaced as well.
  /// Encoded forms of a secret (percent-encoded, for example) aren't found.
  ///
  /// - Parameter secrets: The values that must not be shown. Values of fewer than six bytes are not
  ///   replaced: they could be parts of ordinary words, and are too short to be secrets.
  public func withholding(_ secrets: [Secret]) -> UntrustedText {
    var text = Substring(description)
    for secret in secrets where secret.byteCount >= Self.shortestWithheld {
      text = Substring(Self.replace(secret.reveal(), in: text))
      text = Substring(Self.replaceCutOff(secret.reveal(), in: text))
    }
    return UntrustedText(String(text))
  }

  // Shorter values could be parts of ordinary words, and are too short to be secrets.
  private static let shortestWithheld = 6

  /// Replaces the beginning of a secret at the end of a text that was cut.
  private static func replaceCutOff(_ needle: String, in text: Substring) -> String {
    guard text.last == "…" else { return String(text) }
    let visibleText = text.dropLast()
    // Finds the longest ending of the text that is a beginning of the secret.
    for start in visibleText.indices where visibleText[start] == needle.first && needle.hasPrefix(visibleText[start...])
    {
      guard visibleText[start...].utf8.count >= shortestWithheld else { break }
      return visibleText[..<start] + "[redacted]…"
    }
    return String(text)
  }

  private static func replace(_ needle: String, in text: Substring) -> String {
    var rest = text
    var result = ""
    while let range = rest.firstRange(of: needle) {
      result += rest[..<range.lowerBound] + "[redacted]"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

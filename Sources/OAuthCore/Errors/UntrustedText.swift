/// A text that somebody else wrote, made safe to show: on a terminal, in a log, in an error.
///
/// Error descriptions come from servers, and from anybody who can open a callback URL. Control characters (terminal
/// escapes, line breaks) and characters that reorder text are removed, and the length is limited.
public struct UntrustedText: Sendable, Hashable, CustomStringConvertible {
  /// The longest text that is kept, in characters.
  public static let maximumCharacters = 300

  /// What is safe to show.
  public let description: String

  /// Cleans a text. What had to be removed isn't marked; what was too long ends with `…`.
  ///
  /// - Parameter text: what somebody else wrote, of any length.
  public init(_ text: String) {
    var cleaned = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < Self.maximumCharacters else {
        cleaned += "…"
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: continue
      default:
        cleaned.unicodeScalars.append(scalar)
        count += 1
      }
    }
    description = cleaned
  }

  /// The same text with every appearance of the given secrets replaced by `[redacted]`: a careless server may send back
  /// what it got.
  ///
  /// A secret's beginning is replaced as well where the text was cut off in it. What was written in another way,
  /// percent-encoded for example, isn't found.
  ///
  /// - Parameter secrets: what must not be shown. One of fewer than six octets is left where it is: it would tear holes
  ///   into ordinary words, and is hardly a secret.
  public func withholding(_ secrets: [Secret]) -> UntrustedText {
    var text = Substring(description)
    for secret in secrets where secret.octetCount >= Self.shortestWithheld {
      text = Substring(Self.replace(secret.reveal(), in: text))
      text = Substring(Self.replaceCutOff(secret.reveal(), in: text))
    }
    return UntrustedText(String(text))
  }

  // Shorter ones would tear holes into ordinary words, and protect nothing that could be called a secret.
  private static let shortestWithheld = 6

  /// Replaces the beginning of a secret that the text was cut off in.
  private static func replaceCutOff(_ needle: String, in text: Substring) -> String {
    guard text.last == "…" else { return String(text) }
    let kept = text.dropLast()
    // The longest ending of the text that the secret begins with.
    for start in kept.indices where kept[start] == needle.first && needle.hasPrefix(kept[start...]) {
      guard kept[start...].utf8.count >= shortestWithheld else { break }
      return kept[..<start] + "[redacted]…"
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

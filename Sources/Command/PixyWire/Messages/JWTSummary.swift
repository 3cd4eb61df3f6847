internal import JOSE
internal import OAuthCore
internal import PKCE

/// A summary of a JWT's header, shown in place of the JWT. Nothing in it is verified.
struct JWTSummary: Sendable, Hashable, CustomStringConvertible {
  let algorithm: String
  let type: String?
  let characters: Int
  let isEncrypted: Bool

  /// Parses the header; `nil` if the text is not a JWT.
  init?(_ text: String) {
    // Every JSON object that begins without white space begins with `ey` in base64url.
    guard text.hasPrefix("ey"), text.utf8.count <= 65_536 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5, let bytes = try? Base64URL.decode(String(parts[0])),
      let header = try? JSONValue(bytes: bytes).object, let algorithm = header["alg"]?.string
    else { return nil }
    self.algorithm = UntrustedText(algorithm).description
    type = header["typ"]?.string.map { UntrustedText($0).description }
    characters = text.count
    isEncrypted = parts.count == 5
  }

  var description: String {
    let kind = isEncrypted ? "encrypted JWT" : "JWT"
    return "\(kind), \(algorithm)\(type.map { ", typ \($0)" } ?? ""), \(characters) characters"
  }

  /// Replaces every JWT in a text by its summary.
  static func withholdingJWTs(in text: String) -> String {
    guard text.contains("ey"), text.contains(".") else { return text }
    // Words are split as they appear in sentences, header fields and forms.
    var result = ""
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber || "-_.".contains(character) {
        word.append(character)
      } else {
        result += withholdingJWT(inWord: word)
        result.append(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }

  /// Replaces a JWT in one word. The word's dots may belong to the JWT or to the sentence around
  /// it.
  private static func withholdingJWT(inWord word: String) -> String {
    guard word.contains("ey") else { return word }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    for start in parts.indices where parts[start].hasPrefix("ey") {
      // A word may be long and have many dots.
      for count in [5, 3] where parts.count - start >= count {
        guard let summary = JWTSummary(parts[start..<start + count].joined(separator: ".")) else { continue }
        return (parts[..<start].map(String.init) + ["[\(summary)]"] + parts[(start + count)...].map(String.init))
          .joined(separator: ".")
      }
    }
    return word
  }
}

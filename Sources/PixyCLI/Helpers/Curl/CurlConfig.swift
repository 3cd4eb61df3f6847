internal import OAuthCore

/// Lines of a curl configuration file (`curl --config`) that put an access token into requests.
struct CurlConfig {
  /// More than a pipe is sure to take at once may not be written into it before somebody reads.
  static let maximumOctets = 16_000

  let text: Secret

  /// Writes the lines.
  ///
  /// - Parameter token: a bearer token.
  /// - Returns: `nil` if the token is longer than a pipe holds, or has a character that no header field can hold.
  init?(bearer token: Secret) {
    let token = token.reveal()
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let escaped = token.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: #"\\"#)
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: #"\""#)
    let text = "header = \"Authorization: Bearer \(escaped)\""
    guard text.utf8.count <= Self.maximumOctets else { return nil }
    self.text = Secret(text)
  }
}

internal import OAuthCore

/// The lines of a curl configuration file (`curl --config`) that add an access token to requests.
struct CurlConfig {
  /// The largest size in bytes. A pipe may block on more before the other end reads.
  static let maximumBytes = 16_000

  let text: Secret

  /// Creates the lines.
  ///
  /// - Parameter token: The bearer token.
  /// - Returns: `nil` if the token is too long for a pipe, or has a character that is not allowed
  ///   in a header field.
  init?(bearer token: Secret) {
    let token = token.reveal()
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let escaped = token.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: #"\\"#)
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: #"\""#)
    let text = "header = \"Authorization: Bearer \(escaped)\""
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    self.text = Secret(text)
  }
}

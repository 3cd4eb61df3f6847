internal import OAuthCore

/// The registry that docker names on the helper's standard input: a URL, or a host only.
struct DockerServer: Hashable {
  static let maximumBytes = 8_192

  /// The text from docker, which the answer repeats.
  let text: String
  /// The registry's origins. Empty if no token may go there. Two for a host on this machine without
  /// a scheme, because docker may use either.
  let origins: [String]

  /// Parses docker's input.
  ///
  /// - Throws: ``HelperInputError`` if it is empty, too long, or not text.
  init(bytes: [UInt8]) throws(HelperInputError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLong(limit: Self.maximumBytes) }
    let line = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).first ?? []
    guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
      throw .unreadable("Docker named no registry on standard input.")
    }
    self.text = text
    let addresses = text.contains("://") ? [text] : ["https://\(text)", "http://\(text)"]
    origins = addresses.compactMap { try? Endpoint($0).origin }
  }
}

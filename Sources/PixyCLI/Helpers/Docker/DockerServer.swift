internal import OAuthCore

/// The registry that docker names on a helper's standard input: an address, or a host alone.
struct DockerServer: Hashable {
  static let maximumOctets = 8_192

  /// What docker wrote, which the answer repeats.
  let text: String
  /// The registry's origin; none if no token may go there, and two for a host alone on this machine, which docker reaches either way.
  let origins: [String]

  /// Reads it.
  ///
  /// - Throws: ``HelperInputError`` if there is nothing, too much, or no text.
  init(octets: [UInt8]) throws(HelperInputError) {
    guard octets.count <= Self.maximumOctets else { throw .tooLong(limit: Self.maximumOctets) }
    let line = octets.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).first ?? []
    guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
      throw .unreadable("Docker named no registry on standard input.")
    }
    self.text = text
    let addresses = text.contains("://") ? [text] : ["https://\(text)", "http://\(text)"]
    origins = addresses.compactMap { try? Endpoint($0).origin }
  }
}

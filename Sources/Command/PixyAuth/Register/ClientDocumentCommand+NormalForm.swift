internal import OAuthCore

extension ClientDocumentCommand {
  /// Returns the normal form of an address (RFC 3986 §6.2.2, §6.2.3); `nil` if it is no address.
  ///
  /// Servers compare client IDs byte for byte and don't normalize them, so a client should do it
  /// (draft-ietf-oauth-client-id-metadata-document-03).
  static func normalForm(of text: String) -> String? {
    guard let parts = try? ParsedURI(text) else { return nil }
    let query = parts.query.map { "?" + normalEscapes(in: $0) } ?? ""
    return "\(parts.scheme)://\(parts.authority)\(normalEscapes(in: parts.path))\(query)"
  }

  /// Decodes the escapes of unreserved characters, and writes the others with capital letters.
  private static func normalEscapes(in text: String) -> String {
    var rest = text[...]
    var result = ""
    while let character = rest.popFirst() {
      guard character == "%", let byte = UInt8(rest.prefix(2), radix: 16) else {
        result.append(character)
        continue
      }
      let scalar = Unicode.Scalar(byte)
      let isUnreserved =
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar))
      result += isUnreserved ? String(Character(scalar)) : "%" + rest.prefix(2).uppercased()
      rest = rest.dropFirst(2)
    }
    return result
  }
}

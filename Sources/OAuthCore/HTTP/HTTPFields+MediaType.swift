package import HTTPTypes

extension HTTPFields {
  /// The media type in `Content-Type`, in small letters and without its parameters (RFC 9110 §8.3.1); nil if there is no such field.
  package var mediaType: String? {
    guard let field = self[.contentType] else { return nil }
    // As nearly everybody writes it.
    if field == MediaType.form || field == MediaType.json { return field }
    let type = field.prefix { $0 != ";" }
    return type.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}

/// The media types that OAuth's messages have.
package enum MediaType {
  /// What requests to endpoints are, and what browsers post (RFC 6749 appendix B).
  package static let form = "application/x-www-form-urlencoded"
  /// What endpoints answer (RFC 6749 §5.1), and what registration takes (RFC 7591 §3.1).
  package static let json = "application/json"
}

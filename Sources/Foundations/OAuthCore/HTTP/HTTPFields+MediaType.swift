package import HTTPTypes

extension HTTPFields {
  /// The media type of `Content-Type`, in lower case and without parameters (RFC 9110 §8.3.1); nil
  /// if there is no such field.
  package var mediaType: String? {
    guard let field = self[.contentType] else { return nil }
    // Most senders use exactly one of these spellings.
    if field == MediaType.form || field == MediaType.json { return field }
    let type = field.prefix { $0 != ";" }
    return type.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}

/// The media types of OAuth messages.
package enum MediaType {
  /// The type of requests to endpoints, and of forms that browsers post (RFC 6749 appendix B).
  package static let form = "application/x-www-form-urlencoded"
  /// The type of endpoint responses (RFC 6749 §5.1) and of registration requests (RFC 7591 §3.1).
  package static let json = "application/json"
}

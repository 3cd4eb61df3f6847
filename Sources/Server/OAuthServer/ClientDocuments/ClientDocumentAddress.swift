package import OAuthCore

/// A client identifier that is the address of a client's metadata document
/// (draft-ietf-oauth-client-id-metadata-document-02 §3).
package struct ClientDocumentAddress: Sendable, Hashable {
  /// The maximum length of such an identifier, in bytes. Every token of the client contains it.
  static let maximumBytes = 1_024

  package let endpoint: Endpoint
  /// The identifier, byte for byte.
  var text: String { endpoint.text }

  /// Returns `nil` for every other identifier.
  ///
  /// The address is https, or http on loopback. It has a path without dot segments, and neither a
  /// fragment nor a user name. Encoded dots are rejected too, because some servers decode them
  /// before they resolve the path (RFC 3986 §6.2.2.2).
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes, let endpoint = try? Endpoint(text) else { return nil }
    let segments = endpoint.parts.path.lowercased().replacing("%2e", with: ".").split(separator: "/")
    guard !endpoint.parts.path.isEmpty, !segments.contains("."), !segments.contains("..") else { return nil }
    self.endpoint = endpoint
  }
}

internal import HTTPTypes

/// A session of a server before MCP 2026-07-28 (MCP 2025-11-25, Streamable HTTP: Session
/// Management).
struct BridgeSession: Sendable, Hashable {
  /// The ID; `nil` if the server issued none.
  var id: String?
  /// The version that the server chose; `nil` before its answer to `initialize`.
  var version: String?
  /// The number of sessions before this one.
  var number = 0

  /// Returns whether a text can be a session ID or a version: visible ASCII only.
  static func isUsable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The header fields of every request after `initialize`.
  var fields: HTTPFields {
    var fields = HTTPFields()
    fields[RequestMetadata.sessionID] = id
    fields[RequestMetadata.version] = version
    return fields
  }
}

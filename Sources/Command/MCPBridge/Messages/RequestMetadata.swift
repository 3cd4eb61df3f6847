internal import FoundationBasics
package import HTTPTypes
internal import OAuthCore

/// The header fields that repeat parts of a message (MCP 2026-07-28, Streamable HTTP: Request
/// Metadata).
package enum RequestMetadata {
  static let version = HTTPField.Name("MCP-Protocol-Version") ?? .expect
  static let sessionID = HTTPField.Name("MCP-Session-Id") ?? .expect
  static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .expect
  private static let method = HTTPField.Name("Mcp-Method") ?? .expect
  private static let name = HTTPField.Name("Mcp-Name") ?? .expect

  /// Returns the fields of a message that has a version of its own; none for an older one.
  package static func fields(of message: JSONRPCMessage) -> HTTPFields {
    guard let own = message.ownVersion, let method = message.method else { return [:] }
    var fields: HTTPFields = [version: encoded(own), Self.method: encoded(method)]
    let source: String? =
      switch method {
      case "tools/call", "prompts/get": "name"
      case "resources/read": "uri"
      default: nil
      }
    if let value = source.flatMap({ message.parameters[$0]?.string }) { fields[name] = encoded(value) }
    return fields
  }

  /// Encodes a value that a header field can't contain, or that looks encoded (MCP 2026-07-28,
  /// Streamable HTTP: Value Encoding).
  package static func encoded(_ value: String) -> String {
    let bytes = Array(value.utf8)
    let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 }
    let spaces: [UInt8?] = [0x20, 0x09]
    let hasSpaceAround = spaces.contains(bytes.first) || spaces.contains(bytes.last)
    let looksEncoded = value.hasPrefix("=?base64?") && value.hasSuffix("?=")
    guard !isPlain || hasSpaceAround || looksEncoded else { return value }
    return "=?base64?\(Data(bytes).base64EncodedString())?="
  }
}

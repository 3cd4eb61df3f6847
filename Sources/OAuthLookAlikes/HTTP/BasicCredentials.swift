#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import OAuthCore

/// Identifier and secret out of the `Authorization` field (RFC 7617 §2), read as they are: providers differ in whether they decode
/// them as a form does, and the look-alikes' clients have nothing that would have to be encoded.
struct BasicCredentials: Sendable {
  let id: String
  let secret: Secret

  init?(_ request: HTTPRequest) {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "basic", let octets = Data(base64Encoded: String(parts[1])),
      let text = String(validating: octets, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    id = String(text[..<colon])
    secret = Secret(String(text[text.index(after: colon)...]))
  }
}

internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// The client ID and secret of an `Authorization: Basic` header (RFC 7617 §2).
///
/// The values are not form-decoded (RFC 6749 §2.3.1). Providers differ in that, and no value of a
/// look-alike's clients contains a character that would be encoded.
struct BasicCredentials: Sendable {
  let id: String
  let secret: Secret

  init?(_ request: HTTPRequest) {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(parts[1])),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else { return nil }
    id = String(text[..<colon])
    secret = Secret(String(text[text.index(after: colon)...]))
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import OAuthCore

/// What a client says about itself at the token endpoint (RFC 6749 §2.3.1 and §3.2.1), before any of it is believed.
struct ClientCredentials: Sendable {
  let id: String
  let secret: Secret?

  /// Reads the credentials out of the `Authorization` field or the form; never out of the query.
  init(_ request: HTTPRequest, _ form: FormParameters) throws(TokenRefusal) {
    let fields = request.headerFields[values: .authorization]
    guard fields.count < 2 else {
      throw TokenRefusal(.invalidRequest, "the Authorization field appears more than once")
    }
    let id = form.value("client_id")
    let secret = form.value("client_secret").map(Secret.init)
    guard let field = fields.first else {
      guard let id else {
        throw .invalidClient("client_id is missing, and so is an Authorization field")
      }
      self.id = id
      self.secret = secret
      return
    }
    // RFC 6749 §2.3: a client must not use more than one method.
    guard secret == nil else {
      throw TokenRefusal(.invalidRequest, "the client authenticates in the Authorization field and in the form")
    }
    guard let basic = Self.basic(field) else {
      throw .invalidClient("the Authorization field is not Basic with client_id and client_secret")
    }
    guard id == nil || id == basic.id else {
      throw TokenRefusal(.invalidRequest, "client_id in the form is not the one in the Authorization field")
    }
    self.id = basic.id
    self.secret = basic.secret
  }

  /// `Basic`, base64 of two form-encoded texts with a colon between (RFC 6749 §2.3.1, RFC 7617 §2).
  private static func basic(_ field: String) -> (id: String, secret: Secret)? {
    let parts = field.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "basic", let octets = Data(base64Encoded: String(parts[1])),
      let text = String(validating: octets, as: UTF8.self), let colon = text.firstIndex(of: ":"),
      let id = formDecode(text[..<colon]), !id.isEmpty,
      let secret = formDecode(text[text.index(after: colon)...])
    else { return nil }
    return (id, Secret(secret))
  }

  private static func formDecode(_ text: Substring) -> String? {
    guard let form = try? FormParameters(decoding: "value=" + text), form.pairs.count == 1 else { return nil }
    return form.pairs.first?.value
  }
}

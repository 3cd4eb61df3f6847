internal import HTTPTypes
internal import OAuthCore

/// The access token in a request to a resource (RFC 6750 §2).
enum BearerToken {
  /// Why there is no token to look at.
  enum Failure: Error {
    /// The request carries none, or carries it where tokens aren't taken.
    case missing
    /// There are two, or something that looks like one and isn't.
    case malformed(String)
  }

  /// Finds the token in the `Authorization` field, or in the form of a POST; never in the query, which ends up in logs
  /// (RFC 6750 §2.3, RFC 9700 §4.3.2).
  static func find(_ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]) throws(Failure) -> Secret {
    let fields = request.headerFields[values: .authorization]
    guard fields.count < 2 else { throw .malformed("the Authorization field appears more than once") }
    let inField = try fields.first.flatMap { field throws(Failure) in try token(inField: field) }
    let inForm = try token(inFormOf: request, body)
    let isInQuery = !((try? FormParameters(decoding: target.query))?.all("access_token").isEmpty ?? true)
    switch (inField, inForm, isInQuery) {
    case (let token?, nil, false), (nil, let token?, false): return token
    case (nil, nil, _): throw .missing
    default: throw .malformed("the access token is sent in more than one way")
    }
  }

  private static func token(inField field: String) throws(Failure) -> Secret? {
    let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first?.lowercased() == "bearer" else { return nil }
    let token = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
    guard isToken(token) else { throw .malformed("the Authorization field has no well-formed token") }
    return Secret(String(token))
  }

  private static func token(inFormOf request: HTTPRequest, _ body: [UInt8]) throws(Failure) -> Secret? {
    guard request.method == .post, RequestForm.isForm(request) else { return nil }
    let value: String?
    do {
      value = try FormParameters(decoding: body).single("access_token")
    } catch {
      throw .malformed("the form cannot be read, or has access_token more than once")
    }
    guard let value else { return nil }
    guard isToken(value[...]) else { throw .malformed("access_token is not well-formed") }
    return Secret(value)
  }

  /// `b64token` (RFC 6750 §2.1).
  private static func isToken(_ text: Substring) -> Bool {
    let body = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    return !body.isEmpty
      && body.allSatisfy { octet in
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~+/".utf8.contains(octet)
        }
      }
  }
}

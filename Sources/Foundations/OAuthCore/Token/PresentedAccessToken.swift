public import HTTPTypes

/// The access token of a request and its authentication scheme. Only the syntax was checked; the
/// token may be invalid.
///
/// A resource server finds the token in the `Authorization` field and, if it opts in, in the form
/// of a POST. It never uses a token from the query, because queries end up in logs (RFC 6750 §2.3,
/// RFC 9700 §4.3.2).
///
/// ```swift
/// guard let presented = try PresentedAccessToken.find(in: request) else {
///   return HTTPResponse(status: .unauthorized)
/// }
/// ```
public struct PresentedAccessToken: Sendable, Hashable {
  /// The access token.
  public let token: Secret
  /// The scheme, `Bearer` or `DPoP`, which requests may write in any case (RFC 9110 §11.1).
  public let scheme: TokenType

  /// Finds the access token of a request.
  ///
  /// - Parameters:
  ///   - request: The request as received.
  ///   - form: The body, if the resource accepts tokens in forms (RFC 6750 §2.2); otherwise nil.
  /// - Returns: The token. The result is nil if the request has none, has it only where tokens
  ///   aren't accepted, or if the `Authorization` field has another scheme.
  /// - Throws: ``PresentedAccessTokenError`` if there are several tokens, or the token is
  ///   malformed.
  public static func find(
    in request: HTTPRequest, form: [UInt8]? = nil
  ) throws(PresentedAccessTokenError) -> PresentedAccessToken? {
    let fields = request.headerFields[values: .authorization]
    guard fields.count < 2 else { throw .severalFields }
    let inField = try fields.first.flatMap { field throws(PresentedAccessTokenError) in try token(inField: field) }
    let inForm = try form.flatMap { body throws(PresentedAccessTokenError) in try token(inFormOf: request, body) }
    switch (inField, inForm, isInQuery(request)) {
    case (let token?, nil, false), (nil, let token?, false): return token
    case (nil, nil, _): return nil
    default: throw .severalWays
    }
  }

  private static func token(
    inField field: String
  ) throws(PresentedAccessTokenError) -> PresentedAccessToken? {
    let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme: TokenType
    switch parts.first?.lowercased() {
    case "bearer": scheme = .bearer
    case "dpop": scheme = .dpop
    default: return nil
    }
    let token = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
    guard isToken(token) else { throw .malformedField(scheme) }
    return PresentedAccessToken(token: Secret(String(token)), scheme: scheme)
  }

  private static func token(
    inFormOf request: HTTPRequest, _ body: [UInt8]
  ) throws(PresentedAccessTokenError) -> PresentedAccessToken? {
    guard request.method == .post, request.headerFields.mediaType == MediaType.form else { return nil }
    guard let value = try? FormParameters(decoding: body).single("access_token") as String?? else {
      throw .malformedForm
    }
    guard let value else { return nil }
    guard isToken(value[...]) else { throw .malformedForm }
    return PresentedAccessToken(token: Secret(value), scheme: .bearer)
  }

  private static func isInQuery(_ request: HTTPRequest) -> Bool {
    guard let path = request.path, let mark = path.firstIndex(of: "?") else { return false }
    let query = path[path.index(after: mark)...].prefix { $0 != "#" }
    return !((try? FormParameters(decoding: query))?.all("access_token").isEmpty ?? true)
  }

  /// Returns whether a text is a `b64token` (RFC 6750 §2.1).
  private static func isToken(_ text: Substring) -> Bool {
    let body = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    return !body.isEmpty
      && body.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~+/".utf8.contains(byte)
        }
      }
  }
}

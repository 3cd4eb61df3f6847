public import HTTPTypes

/// The access token that a request carries, with the scheme it is presented under, as it came: nothing of it is checked but its form.
///
/// Resources find it first: it is taken from the `Authorization` field and, where a resource asks for that, from the form of a POST; never
/// from the query, which ends up in logs (RFC 6750 §2.3, RFC 9700 §4.3.2).
public struct PresentedAccessToken: Sendable, Hashable {
  /// The token.
  public let token: Secret
  /// `Bearer` or `DPoP`, in whatever letters the request had it (RFC 9110 §11.1).
  public let scheme: TokenType

  /// Finds the token of a request.
  ///
  /// - Parameters:
  ///   - request: as it came.
  ///   - form: the body, if tokens are taken from forms (RFC 6750 §2.2); nil if they aren't.
  /// - Returns: nil if there is none, or only where tokens aren't taken, or the `Authorization` field is of another scheme.
  /// - Throws: ``PresentedAccessTokenError`` if there are several, or what should be one isn't.
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

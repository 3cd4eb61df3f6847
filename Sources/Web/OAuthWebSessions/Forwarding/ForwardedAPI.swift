public import HTTPTypes
public import OAuthCore
package import OAuthProviders

/// An API to which `ForwardingMiddleware` forwards requests.
public struct ForwardedAPI: Sendable, Hashable {
  /// The path, as browsers request it. One that ends with a slash stands for everything below it.
  public let path: String
  /// The API's address for it.
  public let address: Endpoint
  /// The methods that are forwarded.
  public let methods: Set<HTTPRequest.Method>
  /// The fields that are forwarded besides the usual ones.
  public let fields: Set<HTTPField.Name>
  /// The limits of time and size of the exchange with the API.
  public let limits: HTTPLimits
  /// The size of the longest forwarded request body in bytes.
  public let bodyBytes: Int

  /// Creates an API.
  ///
  /// - Parameters:
  ///   - path: The path, as browsers request it, such as `/api/me`, or `/api/notes/` for everything below it.
  ///   - address: The API's address, without a query. It ends with a slash if `path` does: what
  ///     follows `path` in a request is appended.
  ///   - methods: The methods that are forwarded. Default: GET and HEAD.
  ///   - fields: The fields of requests and answers that are forwarded besides those that describe
  ///     content and conditions, such as `Content-Type`, `Accept` and `ETag`. Default: none.
  ///   - limits: The limits of the exchange with the API. Default: 30 seconds, and 1 MiB for the
  ///     answer.
  ///   - bodyBytes: The size of the longest request body in bytes. Default: 1 MiB.
  /// - Throws: ``WebSignInError/forwardedAPI(_:)`` if path and address don't match, or if a method or
  ///   field must not be forwarded: CONNECT and TRACE, and fields that have a meaning for one
  ///   connection or one site, such as `Cookie`, `Authorization`, `Host` and `Location`.
  public init(
    _ path: String, to address: Endpoint, methods: Set<HTTPRequest.Method> = [.get, .head],
    fields: Set<HTTPField.Name> = [], limits: HTTPLimits = HTTPLimits(), bodyBytes: Int = 1_048_576
  ) throws(WebSignInError) {
    guard path != "/", ReturnPath(path)?.path == path, address.query == nil,
      path.hasSuffix("/") == address.description.hasSuffix("/"), methods.isDisjoint(with: [.connect, .trace]),
      !fields.contains(where: Self.isWithheld), bodyBytes >= 0
    else { throw .forwardedAPI(path) }
    self.path = path
    self.address = address
    self.methods = methods
    self.fields = fields
    self.limits = limits
    self.bodyBytes = bodyBytes
  }

  /// Whether the API's origin is one of a provider's resources.
  package func accepts(_ provider: Provider) -> Bool {
    provider.resources.contains { $0.origin == address.origin }
  }

  /// Whether a request's path, with or without a query, is the API's, also if it is encoded in another way
  /// (RFC 3986 §6.2.2.2): the rules of this API then apply, and the request is rejected.
  package func contains(_ target: String) -> Bool {
    let bytes = Array(target.utf8.prefix { $0 != UInt8(ascii: "?") }), own = Array(path.utf8)
    return isBeginning(own, of: bytes)
      || isBeginning(Self.decoded(own[...], also: "/") ?? own, of: Self.decoded(bytes[...], also: "/") ?? bytes)
  }

  private func isBeginning(_ own: [UInt8], of target: [UInt8]) -> Bool {
    path.hasSuffix("/") ? target.starts(with: own) : target == own
  }
}

// MARK: - Requests

extension ForwardedAPI {
  /// The length of the longest forwarded path in bytes, with its query.
  private static let maximumBytes = 8_192

  /// Returns the request to the API, without a token.
  ///
  /// - Parameter request: A request to ``path``.
  /// - Throws: A ``ScriptProblem`` if its method or path isn't forwarded.
  func request(for request: HTTPRequest) throws(ScriptProblem) -> HTTPRequest {
    guard methods.contains(request.method) else { throw .method(allowing: methods) }
    let target = Array((request.path ?? "").utf8)
    let end = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let rest = target[..<end].dropFirst(path.utf8.count)
    guard target.count <= Self.maximumBytes, target.starts(with: path.utf8), Self.isPath(rest),
      Self.decoded(target[end...], also: "/?[]") != nil
    else { throw .path }
    var forwardedRequest = address.request(request.method)
    forwardedRequest.path = (forwardedRequest.path ?? "") + String(decoding: rest + target[end...], as: UTF8.self)
    forwardedRequest.headerFields = kept(Self.requestFields, of: request.headerFields)
    return forwardedRequest
  }

  /// Returns whether every server reads a path in the same way, and as one below its beginning.
  private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Only the last segment may be empty, as in `/notes/`.
    return !segments.dropLast().contains(where: \.isEmpty)
      && segments.allSatisfy { segment in
        guard let decodedBytes = decoded(segment, also: ""), let text = String(validating: decodedBytes, as: UTF8.self)
        else { return false }
        // A slash or percent sign that was encoded may be decoded once more. Some servers read `..;`
        // and a name of points and spaces as `..`.
        return text.isEmpty
          || !text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }
            && text.utf8.allSatisfy { $0 > 0x1F && $0 != 0x7F && !"/\\%;".utf8.contains($0) }
      }
  }

  /// Returns the decoded bytes of a segment; `nil` if it has a byte that a segment can't have (RFC
  /// 3986 §3.3) and that isn't one of `others`.
  private static func decoded(_ bytes: ArraySlice<UInt8>, also others: String) -> [UInt8]? {
    let accepted = "-._~!$&'()*+,;=:@" + others
    var decodedBytes: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let digits = String(validating: rest.prefix(2), as: UTF8.self), digits.utf8.count == 2,
          digits.allSatisfy(\.isHexDigit), let decodedByte = UInt8(digits, radix: 16)
        else { return nil }
        decodedBytes.append(decodedByte)
        rest = rest.dropFirst(2)
      } else {
        guard isLetterOrDigit(byte) || accepted.utf8.contains(byte) else { return nil }
        decodedBytes.append(byte)
      }
    }
    return decodedBytes
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

// MARK: - Fields

extension ForwardedAPI {
  private static let requestFields: Set<HTTPField.Name> = [
    .accept, .acceptLanguage, .contentLanguage, .contentType, .ifMatch, .ifNoneMatch, .ifModifiedSince,
    .ifUnmodifiedSince,
  ]
  private static let answerFields: Set<HTTPField.Name> = [
    .contentDisposition, .contentLanguage, .contentType, .eTag, .lastModified, .retryAfter,
  ]

  /// Returns the fields of an answer that the browser gets.
  ///
  /// - Throws: A ``ScriptProblem`` if the answer isn't for the browser: a redirect would lead its
  ///   script elsewhere, and 401 would make it ask for a new sign-in, which doesn't help.
  func fields(of response: HTTPResponse) throws(ScriptProblem) -> HTTPFields {
    switch response.status.code {
    case 401: throw .tokenRejected
    case 407: throw .unusableAnswer
    case 200...299, 304, 400...599: return kept(Self.answerFields, of: response.headerFields)
    default: throw .unusableAnswer
    }
  }

  /// Returns the listed fields, without those that `Connection` names (RFC 9110 §7.6.1).
  private func kept(_ usual: Set<HTTPField.Name>, of all: HTTPFields) -> HTTPFields {
    let named = all[values: .connection].flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
      .compactMap { HTTPField.Name(String($0)) }
    let names = usual.union(fields).subtracting(named)
    return HTTPFields(all.filter { names.contains($0.name) })
  }

  /// Whether a field must not be forwarded in either direction.
  private static func isWithheld(_ name: HTTPField.Name) -> Bool {
    withheldFields.contains(name.canonicalName)
      || ["access-control-", "cross-origin-", "content-security-policy", "proxy-", "sec-", "x-forwarded-"]
        .contains { name.canonicalName.hasPrefix($0) }
  }

  private static let withheldFields: Set<String> = [
    "accept-encoding", "authorization", "cache-control", "clear-site-data", "connection", "content-encoding",
    "content-length", "cookie", "dpop", "dpop-nonce", "expect", "forwarded", "host", "keep-alive", "location", "origin",
    "referer", "refresh", "service-worker-allowed", "set-cookie", "strict-transport-security", "te", "trailer",
    "transfer-encoding", "upgrade", "via", "www-authenticate", "x-content-type-options", "x-csrf", "x-frame-options",
    "x-real-ip",
  ]
}

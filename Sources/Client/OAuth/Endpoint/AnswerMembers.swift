internal import FoundationBasics
internal import HTTPTypes
internal import OAuthCore

/// The members of a successful answer, and the readers of their values.
///
/// A member that is `null` or an empty string counts as absent, as the specifications have it for
/// parameters. An optional member whose value can't be used counts as absent too: its error would
/// lose the answer, whose code or refresh token is spent.
struct AnswerMembers {
  let endpoint: EndpointName
  let members: [String: JSONValue]

  /// Members that were read before.
  init(_ members: [String: JSONValue], of endpoint: EndpointName) {
    self.endpoint = endpoint
    self.members = members
  }

  /// Reads an answer whose status and body say that the request was granted.
  ///
  /// - Parameters:
  ///   - answer: The answer as the transport delivered it.
  ///   - endpoint: The endpoint that answered.
  ///   - secrets: Values that an error must not repeat, should the server send them back.
  init(_ answer: HTTPAnswer, of endpoint: EndpointName, withholding secrets: [Secret]) throws(EndpointError) {
    let status = answer.response.status
    guard status.kind != .redirection else { throw EndpointError(endpoint, .redirected(status: status.code)) }
    let members: [String: JSONValue]
    do {
      members = try answer.members(of: endpoint, withholding: secrets)
    } catch {
      // The status of a proxy's error page says more than "malformed".
      throw status.kind == .successful ? error : EndpointError(endpoint, statusOf: answer, withholding: secrets)
    }
    // An overloaded server's wait is worth more than its error, except for the two errors that
    // control polling (RFC 8628 §3.5).
    let isPolling = ["slow_down", "authorization_pending"].contains(members["error"]?.string)
    let asksToWait =
      !isPolling && answer.retryAfter != nil
      && (status == .tooManyRequests || status.kind == .serverError)
    if let error = members["error"], Self.isError(error, status), !asksToWait {
      let refusal = ErrorResponse(
        ErrorCode(error.string ?? "error"),
        description: members["error_description"]?.string
          ?? (error.string == nil ? ServerWords(in: members).text : nil),
        uri: members["error_uri"]?.string)
      var failure = EndpointError(endpoint, .refused(refusal.withholding(secrets), status: status.code))
      if isPolling { failure.pollingInterval = Self(members, of: endpoint).usableDuration("interval") }
      throw failure
    }
    guard status.kind == .successful else { throw EndpointError(endpoint, statusOf: answer, withholding: secrets) }
    self.init(members, of: endpoint)
  }

  /// Reads the answer to a request of a client.
  ///
  /// - Throws: ``EndpointError``, which names the client's authentication method if the server
  ///   rejected the client and doesn't announce the method.
  init(_ answer: HTTPAnswer, to request: EndpointRequest) throws(EndpointError) {
    do {
      try self.init(answer, of: request.endpoint, withholding: request.secrets)
    } catch {
      var error = error
      error.grant = request.grant
      if error.isAboutClient { error.unannouncedAuthentication = request.unannouncedAuthentication }
      throw error
    }
  }

  /// Whether the value of `error` says that the request was refused. Some servers send `false` or an
  /// empty text beside the result. Many APIs have an object of their own as `error`, which says nothing
  /// that OAuth defines: then the status counts.
  private static func isError(_ value: JSONValue, _ status: HTTPResponse.Status) -> Bool {
    switch value {
    case .null: false
    case .string(""), .bool(false): status.kind != .successful
    case .string: true
    default: status.kind == .successful
    }
  }

  /// Returns an error about a required member that is missing.
  func missing(_ name: String) -> EndpointError { EndpointError(endpoint, .missingMember(name)) }

  /// Returns an error about a member whose value can't be used.
  func malformed(_ name: String) -> EndpointError { EndpointError(endpoint, .malformedMember(name)) }

  /// Returns the string with a name, or `nil` if it is absent.
  func text(_ name: String) throws(EndpointError) -> String? {
    switch members[name] {
    case nil, .null, .string(""): return nil
    case .string(let text): return text
    default: throw malformed(name)
    }
  }

  /// Returns an optional string; `nil` if it is absent or can't be used.
  func usableText(_ name: String) -> String? {
    (try? text(name)) ?? nil
  }

  /// Returns the string with a name, which must be present.
  func requiredText(_ name: String) throws(EndpointError) -> String {
    guard let text = try text(name) else { throw missing(name) }
    return text
  }

  /// Returns a secret for header fields and forms, or `nil` if it is absent.
  ///
  /// It consists of printable ASCII characters (RFC 6749 A). Other characters could break out of a
  /// header field.
  func secret(_ name: String) throws(EndpointError) -> Secret? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw malformed(name) }
    return Secret(text)
  }

  /// Returns a secret for header fields and forms, which must be present.
  func requiredSecret(_ name: String) throws(EndpointError) -> Secret {
    guard let secret = try secret(name) else { throw missing(name) }
    return secret
  }

  /// Returns an optional secret; `nil` if it is absent or can't be used.
  func usableSecret(_ name: String) -> Secret? {
    (try? secret(name)) ?? nil
  }

  /// Returns an optional duration; `nil` if it is absent or can't be used, such as -1 or a text.
  func usableDuration(_ name: String) -> Duration? {
    (try? duration(name)) ?? nil
  }

  /// Returns a duration in seconds: a number or, as some servers send it, a string.
  func duration(_ name: String) throws(EndpointError) -> Duration? {
    let seconds: Int64? =
      switch members[name] {
      case nil, .null, .string(""): nil
      case .integer(let value): value
      case .number(let value): Int64(exactly: value.rounded(.down)) ?? -1
      case .string(let text): Int64(text) ?? -1
      default: -1
      }
    guard let seconds else { return nil }
    guard seconds >= 0 else { throw malformed(name) }
    return .seconds(min(seconds, Self.longestLife))
  }

  // A hundred years. Adding more to a date may overflow.
  private static let longestLife: Int64 = 100 * 366 * 86_400

  /// Returns a time in seconds since 1970 (NumericDate, RFC 7519 §2).
  func moment(_ name: String) throws(EndpointError) -> Date? {
    let seconds: Double
    switch members[name] {
    case nil, .null: return nil
    case .integer(let value): seconds = Double(value)
    case .number(let value): seconds = value
    default: throw malformed(name)
    }
    // Up to the year 9999, the last that date formats can write.
    guard (0...253_402_300_799).contains(seconds) else { throw malformed(name) }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Returns the `scope`: a string or a list. `nil` if it is absent or can't be used.
  func scope() -> Scope? {
    switch members["scope"] {
    case .string(let text)?: try? Scope(answer: text)
    case let list?: list.strings.flatMap { try? Scope($0) }
    case nil: nil
    }
  }
}

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import OAuthCore

/// The members of an answer that isn't a refusal, and what reads their values.
///
/// A member that is `null` or an empty text counts as absent, as the specifications have it for parameters.
struct AnswerMembers {
  let members: [String: JSONValue]

  /// Members that were read before.
  init(_ members: [String: JSONValue]) {
    self.members = members
  }

  /// Reads an answer whose status and body say that the request was granted.
  ///
  /// - Parameters:
  ///   - answer: what the transport brought.
  ///   - kinds: what the body may be.
  ///   - secrets: what an error must not repeat, should the server send it back.
  init(
    _ answer: HTTPAnswer, _ kinds: AnswerBody.Kinds = .json, withholding secrets: [Secret]
  ) throws(EndpointProblem) {
    let status = answer.response.status
    guard status.kind != .redirection else { throw .redirected(status: status.code) }
    let members: [String: JSONValue]
    do {
      members = try AnswerBody.members(of: answer, kinds)
    } catch {
      // A proxy's error page is no reason to call the answer malformed: its status says more.
      throw status.kind == .successful
        ? error.withholding(secrets) : .unexpectedStatus(status.code, retryAfter: answer.retryAfter)
    }
    // An overloaded server's wait is worth more than its words, but for those that change how it is asked (RFC 8628 §3.5).
    let isPolling = ["slow_down", "authorization_pending"].contains(members["error"]?.string)
    let asksToWait =
      !isPolling && answer.retryAfter != nil
      && (status == .tooManyRequests || status.kind == .serverError)
    if let error = members["error"], error != .null, !asksToWait {
      let refusal = ErrorResponse(
        ErrorCode(error.string ?? "error"), description: members["error_description"]?.string,
        uri: members["error_uri"]?.string)
      throw .refused(refusal.withholding(secrets), status: status.code)
    }
    guard status.kind == .successful else {
      throw .unexpectedStatus(status.code, retryAfter: answer.retryAfter)
    }
    self.members = members
  }

  /// A text, or nil if there is none.
  func text(_ name: String) throws(EndpointProblem) -> String? {
    switch members[name] {
    case nil, .null, .string(""): return nil
    case .string(let text): return text
    default: throw .malformedMember(name)
    }
  }

  /// A text that must be there.
  func requiredText(_ name: String) throws(EndpointProblem) -> String {
    guard let text = try text(name) else { throw .missingMember(name) }
    return text
  }

  /// A text for header fields and forms (RFC 6749 A: one or more VSCHAR), hidden. Anything else could break out of a
  /// header field.
  func secret(_ name: String) throws(EndpointProblem) -> Secret? {
    guard let text = try text(name) else { return nil }
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .malformedMember(name) }
    return Secret(text)
  }

  /// A text for header fields and forms that must be there, hidden.
  func requiredSecret(_ name: String) throws(EndpointProblem) -> Secret {
    guard let secret = try secret(name) else { throw .missingMember(name) }
    return secret
  }

  /// A length of time in seconds, as a number or, as some servers send it, a text.
  func duration(_ name: String) throws(EndpointProblem) -> Duration? {
    try Self.duration(members[name], name)
  }

  static func duration(_ member: JSONValue?, _ name: String) throws(EndpointProblem) -> Duration? {
    let seconds: Int64? =
      switch member {
      case nil, .null, .string(""): nil
      case .integer(let value): value
      case .number(let value): Int64(exactly: value.rounded(.down)) ?? -1
      case .string(let text): Int64(text) ?? -1
      default: -1
      }
    guard let seconds else { return nil }
    guard seconds >= 0 else { throw .malformedMember(name) }
    return .seconds(min(seconds, Self.longestLife))
  }

  // A hundred years: beyond that, adding it to a date helps nobody and may overflow.
  private static let longestLife: Int64 = 100 * 366 * 86_400

  /// A moment in seconds since 1970 (RFC 7519 §2, NumericDate).
  func moment(_ name: String) throws(EndpointProblem) -> Date? {
    let seconds: Double
    switch members[name] {
    case nil, .null: return nil
    case .integer(let value): seconds = Double(value)
    case .number(let value): seconds = value
    default: throw .malformedMember(name)
    }
    // The year 9999 is the last that dates are written for.
    guard (0...253_402_300_799).contains(seconds) else { throw .malformedMember(name) }
    return Date(timeIntervalSince1970: seconds)
  }

  /// A `scope`: a text or a list.
  static func scope(_ member: JSONValue?) throws(EndpointProblem) -> Scope? {
    do {
      switch member {
      case nil, .null: return nil
      case .string(let text): return try Scope(answer: text)
      case .array:
        guard let tokens = member?.strings else { throw EndpointProblem.malformedMember("scope") }
        return try Scope(tokens)
      default: throw EndpointProblem.malformedMember("scope")
      }
    } catch {
      throw .malformedMember("scope")
    }
  }
}

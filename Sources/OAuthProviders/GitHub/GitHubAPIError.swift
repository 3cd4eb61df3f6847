#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import HTTPTypes
public import OAuthCore

/// Why GitHub's API said nothing that can be used.
public enum GitHubAPIError: Error, Sendable, Hashable {
  /// The token isn't good, or not any more (401).
  case unauthorized
  /// The token may not do that (403): an organization's rules, a suspended account, a missing scope.
  case forbidden
  /// Too many requests (403 or 429). They are answered again from that moment on, if GitHub said when.
  case rateLimited(until: Date?)
  /// Another status than 200; redirects are never followed.
  case status(Int)
  /// The answer can't be read.
  case malformed
  /// No answer came. The kind is missing if a transport threw an error of its own.
  case network(HTTPTransportError.Kind?)
  /// The task was cancelled.
  case cancelled

  /// What an answer with another status than 200 means.
  ///
  /// GitHub says the same 403 to who asks too often and to who may not: the header fields tell them apart.
  init(refusal answer: HTTPAnswer, at now: Date) {
    let fields = answer.response.headerFields
    let status = answer.response.status
    switch status {
    case .unauthorized: self = .unauthorized
    case .forbidden, .tooManyRequests:
      // For the secondary limit there is a number of seconds; a moment for the primary one, which is used up then.
      if let seconds = fields[.retryAfter].flatMap(Self.seconds) {
        self = .rateLimited(until: now.addingTimeInterval(seconds))
      } else if fields[Self.remaining] == "0" {
        self = .rateLimited(until: fields[Self.reset].flatMap(Self.seconds).map(Date.init(timeIntervalSince1970:)))
      } else {
        self = status == .forbidden ? .forbidden : .rateLimited(until: nil)
      }
    default: self = .status(status.code)
    }
  }

  /// Seconds up to the year 9999, since 1970 or from now on.
  private static func seconds(_ text: String) -> TimeInterval? {
    Int64(text).flatMap { (0...253_402_300_799).contains($0) ? TimeInterval($0) : nil }
  }

  private static let remaining = HTTPField.Name("x-ratelimit-remaining") ?? .retryAfter
  private static let reset = HTTPField.Name("x-ratelimit-reset") ?? .retryAfter
}

extension GitHubAPIError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .unauthorized: "github_unauthorized"
    case .forbidden: "github_forbidden"
    case .rateLimited: "github_rate_limited"
    case .status: "github_status"
    case .malformed: "github_malformed"
    case .network: "github_unreachable"
    case .cancelled: "cancelled"
    }
  }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { .resource }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .unauthorized: "GitHub does not take the token (status 401)."
    case .forbidden: "GitHub does not let this token ask who it belongs to (status 403)."
    case .rateLimited: "GitHub was asked too often."
    case .status(let status): "GitHub's API answered with status \(status)."
    case .malformed: "GitHub's API did not say whose token it is in a way that can be read."
    case .network(let kind): "No answer came from GitHub's API (\(kind?.rawValue ?? "the transport failed"))."
    case .cancelled: "The request was cancelled."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .unauthorized: "Sign in again."
    case .forbidden: "See whether the account is suspended, or an organization has to approve the application."
    case .rateLimited(let moment?): "Try again after \(moment.formatted(.iso8601))."
    case .rateLimited(nil): "Try again in a minute or more."
    case .status(let status) where status >= 500: "Try again later; nothing was changed here."
    case .status: "Check the host: this may not be GitHub's API."
    case .malformed: "Check the host; if it is right, try again later."
    case .network: "Check the connection and try again; nothing was changed here."
    case .cancelled: "Nothing has to be done."
    }
  }
}

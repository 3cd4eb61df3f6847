internal import FoundationBasics
internal import HTTPTypes
public import OAuthCore

/// The reasons why a request to GitHub's API returned no usable answer.
public enum GitHubAPIError: Error, Sendable, Hashable {
  /// GitHub rejects the access token: it is invalid, expired or revoked (status 401).
  case unauthorized
  /// The access token doesn't allow the request (status 403): an organization restricts the
  /// application, the account is suspended, or a scope is missing.
  case forbidden
  /// Too many requests (status 403 or 429). GitHub accepts requests again after `retryAfter`, if it
  /// named a time.
  case rateLimited(retryAfter: Duration?)
  /// A status other than 200. Redirects aren't followed.
  case status(Int)
  /// The answer's body can't be read.
  case malformed
  /// No answer arrived. `nil` means that the transport threw an error of its own type.
  case network(HTTPTransportError.Kind?)
  /// The task was cancelled.
  case cancelled

  /// Maps an answer with a status other than 200 to an error.
  ///
  /// GitHub answers with status 403 both to a client that sends too many requests and to one
  /// without permission. The header fields tell the two apart.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - now: The current time, to which the wait is relative.
  init(refusal answer: HTTPAnswer, at now: Date) {
    let fields = answer.response.headerFields
    let status = answer.response.status
    switch status {
    case .unauthorized: self = .unauthorized
    case .forbidden, .tooManyRequests:
      // The secondary rate limit names a number of seconds; the primary one, a time at which it
      // resets.
      if let seconds = fields[.retryAfter].flatMap(Self.seconds) {
        self = .rateLimited(retryAfter: .seconds(seconds))
      } else if fields[Self.remaining] == "0" {
        let reset = fields[Self.reset].flatMap(Self.seconds)
        self = .rateLimited(retryAfter: reset.map { .seconds(max(0, $0 - now.timeIntervalSince1970.rounded(.down))) })
      } else {
        self = status == .forbidden ? .forbidden : .rateLimited(retryAfter: nil)
      }
    default: self = .status(status.code)
    }
  }

  /// Reads a number of seconds, at most those between 1970 and the year 9999.
  private static func seconds(_ text: String) -> TimeInterval? {
    Int64(text).flatMap { (0...253_402_300_799).contains($0) ? TimeInterval($0) : nil }
  }

  private static let remaining = HTTPField.Name("x-ratelimit-remaining") ?? .retryAfter
  private static let reset = HTTPField.Name("x-ratelimit-reset") ?? .retryAfter
}

extension GitHubAPIError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .unauthorized:
      ErrorFacts(
        "github_unauthorized", at: .resource, .signInNeeded, "GitHub rejected the access token (status 401).",
        remedy: "Sign in again.")
    case .forbidden:
      ErrorFacts(
        "github_forbidden", at: .resource, .refused,
        "GitHub does not allow this access token to read its user (status 403).",
        remedy: "Check whether the account is suspended, or an organization has to approve the application.")
    case .rateLimited(let wait):
      ErrorFacts(
        "github_rate_limited", at: .resource, .temporary, "GitHub received too many requests from this client.",
        remedy: wait.map { "Try again in \($0.inWords)." } ?? "Try again in a minute or more.")
    case .status(let status):
      ErrorFacts(
        "github_status", at: .resource, ErrorCategory(status: status), "GitHub's API answered with status \(status).",
        remedy: status >= 500
          ? "Try again later; nothing was changed here." : "Check the host name; it may not be GitHub's API.")
    case .malformed:
      ErrorFacts(
        "github_malformed", at: .resource, .invalidInput,
        "GitHub's API did not return a readable user for the access token.",
        remedy: "Check the host name. If it is right, try again later.")
    case .network(let kind):
      ErrorFacts(
        "github_unreachable", at: .resource, kind?.category ?? .offline,
        "No answer arrived from GitHub's API (\(kind?.rawValue ?? "the transport failed")).",
        remedy: "Check the connection and try again; nothing was changed here.")
    case .cancelled:
      ErrorFacts(
        "cancelled", at: .resource, .cancelled, "The request was cancelled.", remedy: "There is nothing to do.")
    }
  }
}

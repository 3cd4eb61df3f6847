internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import OAuthSessions
internal import PixyConnection
internal import TokenStorage

/// The failure of a refresh process, which its parent and waiting processes throw as their own. It
/// contains no secret.
package struct RefreshFailure: Sendable, Hashable {
  /// The cases of `TokenSessionError` that a refresh can end with.
  enum Kind: String, Sendable {
    case signedOut = "signed_out"
    case ended
    case noRefreshToken = "no_refresh_token"
    case temporary
    case refused
    case unacceptable
    case notStored = "not_stored"
    case storage
    case unusableKey = "unusable_key"
    /// The transport couldn't be created, so no request was sent.
    case unavailable
  }

  let kind: Kind
  /// The time of the failure.
  let moment: Date
  /// The server's answer, if it ended the session.
  private var response: ErrorResponse?
  /// The store's error.
  private var storeError: TokenStoreError?
  /// The cause of a temporary failure or a refusal.
  private var cause: ReportedError?
  private var retryAfter: Duration?

  /// Describes an error of a refresh.
  init(_ error: any Error, at moment: Date) {
    self.moment = moment
    switch error {
    case TokenSessionError.signedOut: kind = .signedOut
    case TokenSessionError.noRefreshToken: kind = .noRefreshToken
    case TokenSessionError.unusableKey: kind = .unusableKey
    case TokenSessionError.ended(let answer): (kind, response) = (.ended, answer)
    case TokenSessionError.notStored(let error): (kind, storeError) = (.notStored, error)
    case TokenSessionError.storage(let error): (kind, storeError) = (.storage, error)
    case TokenSessionError.temporary(let error, let pause):
      (kind, cause, retryAfter) = (.temporary, ReportedError(error), pause)
    case TokenSessionError.refused(let error as TransportUnavailable):
      (kind, cause) = (.unavailable, ReportedError(error.cause))
    case TokenSessionError.unacceptable(let error): (kind, cause) = (.unacceptable, ReportedError(error))
    case TokenSessionError.refused(let error): (kind, cause) = (.refused, ReportedError(error))
    case let error as TokenStoreError: (kind, storeError) = (.storage, error)
    case let error as DamagedAccount: (kind, storeError) = (.storage, error.cause)
    default:
      let reportedError = ReportedError(error)
      kind = [.offline, .temporary].contains(reportedError.category) ? .temporary : .refused
      cause = reportedError
    }
  }

  /// Returns the error for an account.
  func error(for account: Account) -> TokenSessionError {
    switch (kind, response, storeError, cause) {
    case (.signedOut, _, _, _): .signedOut(account)
    case (.noRefreshToken, _, _, _): .noRefreshToken(account)
    case (.unusableKey, _, _, _): .unusableKey(account)
    case (.ended, let response?, _, _): .ended(response)
    case (.notStored, _, let error?, _): .notStored(error)
    case (.storage, _, let error?, _): .storage(error)
    case (.unavailable, _, _, let cause?): .refused(TransportUnavailable(cause: cause))
    case (.refused, _, _, let cause?): .refused(cause)
    case (.unacceptable, _, _, let cause?): .unacceptable(cause)
    default: .temporary(cause ?? ReportedError(RefreshProcessError.noResult), retryAfter: retryAfter)
    }
  }

  /// The members that other processes read.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "moment": .integer(Int64(moment.timeIntervalSince1970 * 1_000)),
    ]
    if let response {
      members["error"] = .string(response.error.rawValue)
      members["error_description"] = (response.errorDescription?.description).map { .string($0) }
      members["error_uri"] = (response.errorURI?.description).map { .string($0) }
    }
    if let storeError {
      members["store_error"] = .string(storeError.kind.rawValue)
      members["place"] = storeError.place.map { .string($0) }
      members["store_cause"] = (storeError.cause?.description).map { .string($0) }
    }
    members["cause"] = cause?.json
    members["retry_after"] = retryAfter.map { .integer($0.milliseconds) }
    return .object(members)
  }

  /// Reads ``json``; `nil` if it is something else.
  init?(_ json: JSONValue?) {
    guard let members = json?.object, let kind = members["kind"]?.string.flatMap(Kind.init(rawValue:)),
      case .integer(let milliseconds)? = members["moment"]
    else { return nil }
    self.kind = kind
    moment = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
    response = members["error"]?.string.map {
      ErrorResponse(
        ErrorCode($0), description: members["error_description"]?.string, uri: members["error_uri"]?.string)
    }
    storeError = members["store_error"]?.string.flatMap(TokenStoreError.Kind.init(rawValue:)).map {
      TokenStoreError($0, place: members["place"]?.string, cause: members["store_cause"]?.string)
    }
    cause = ReportedError(members["cause"])
    if case .integer(let pause)? = members["retry_after"] { retryAfter = .milliseconds(pause) }
  }
}

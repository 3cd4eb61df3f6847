public import FoundationBasics
public import OAuthCore

/// A sign-in on a device (RFC 8628 §3.2), as a database saves it. It contains only hashes of the
/// two codes.
///
/// The rules of the grant are transitions of this value, and not code of each database. In one
/// transaction, a database reads a record, calls a transition, and writes the record back.
public struct DeviceCodeRecord: Sendable, Hashable {
  /// The state of the sign-in.
  public enum State: Sendable, Hashable {
    /// The user hasn't decided yet.
    case pending
    /// This user allowed the sign-in. The tokens were not fetched yet.
    case approved(Subject)
    /// A user refused the sign-in.
    case denied
    /// The tokens were fetched.
    case redeemed
  }

  /// The hash of the device code, by which the client's polls find the record.
  public let deviceCode: SecretHash
  /// The hash of the user code, by which the user finds the record.
  ///
  /// A user code has at most 34.6 random bits, so an attacker who can read the database finds the
  /// code by trying all. The attacker then knows what the device's screen shows, for the lifetime
  /// of the code.
  public let userCode: SecretHash
  /// The client that started the sign-in. No other client may fetch the tokens.
  public let clientID: String
  /// The requested scope.
  public let scope: Scope
  /// The requested resources (RFC 8707) and authorization details (RFC 9396 §3). After an approval
  /// they also say how the user was authenticated.
  public private(set) var details: ApprovalDetails
  /// The time from which both codes are invalid.
  public let expires: Date
  /// The minimum time between two polls. It grows by 5 seconds with each `slow_down` (RFC 8628
  /// §3.5).
  public private(set) var interval: Duration
  /// The time of the client's last poll; `nil` if there was none.
  public private(set) var lastPoll: Date?
  /// The state of the sign-in.
  public private(set) var state: State
  /// The key of the request that decided; `nil` until then.
  public private(set) var decidedBy: RequestKey?
  /// The key of the last poll that counted, or of the request that fetched the tokens.
  public private(set) var polledBy: RequestKey?
  /// Whether the last poll that counted came too early.
  public private(set) var wasPolledEarly: Bool

  /// Creates a record. The server calls it for new codes, a database for a record that it read.
  /// - Parameters:
  ///   - deviceCode: The hash of the device code.
  ///   - userCode: The hash of the user code.
  ///   - clientID: The client that started the sign-in.
  ///   - scope: The requested scope.
  ///   - details: The requested resources and authorization details, and after an approval how the
  ///     user was authenticated. Default: none.
  ///   - expires: The time from which both codes are invalid.
  ///   - interval: The minimum time between two polls. Default: 5 seconds.
  ///   - lastPoll: The time of the client's last poll. Default: none.
  ///   - state: The state of the sign-in. Default: pending.
  ///   - decidedBy: The key of the request that decided. Default: none.
  ///   - polledBy: The key of the last poll, or of the request that fetched the tokens. Default:
  ///     none.
  ///   - wasPolledEarly: Whether the last poll came too early. Default: no.
  public init(
    deviceCode: SecretHash, userCode: SecretHash, clientID: String, scope: Scope,
    details: ApprovalDetails = ApprovalDetails(), expires: Date, interval: Duration = .seconds(5),
    lastPoll: Date? = nil, state: State = .pending, decidedBy: RequestKey? = nil, polledBy: RequestKey? = nil,
    wasPolledEarly: Bool = false
  ) {
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.clientID = clientID
    self.scope = scope
    self.details = details
    self.expires = expires
    self.interval = interval
    self.lastPoll = lastPoll
    self.state = state
    self.decidedBy = decidedBy
    self.polledBy = polledBy
    self.wasPolledEarly = wasPolledEarly
  }

  /// Returns whether the user may still decide.
  ///
  /// - Parameter moment: The server's time.
  public func isOpen(at moment: Date) -> Bool {
    state == .pending && moment < expires
  }

  /// Records a user's decision (RFC 8628 §3.3).
  /// - Parameters:
  ///   - decision: The decision, and how the user was authenticated.
  ///   - moment: The server's time.
  ///   - request: The key of the HTTP request.
  /// - Returns: Whether the decision was recorded; `false`, with nothing changed, if another
  ///   request decided before or the codes have expired.
  public mutating func decide(_ decision: DeviceDecision, at moment: Date, request: RequestKey) -> Bool {
    if decidedBy == request { return true }
    guard isOpen(at: moment) else { return false }
    decidedBy = request
    switch decision {
    case .approve(let subject, let recognition):
      state = .approved(subject)
      let requestedDetails = details
      details = recognition
      details.resources = requestedDetails.resources
      details.authorizationDetails = requestedDetails.authorizationDetails
    case .deny: state = .denied
    }
    return true
  }

  /// Records a client's poll (RFC 8628 §3.5).
  ///
  /// A poll of another client changes nothing, so that it can't slow down the right one. An early
  /// poll makes the interval longer, but doesn't delay tokens that are ready.
  ///
  /// - Parameters:
  ///   - client: The identifier of the polling client, after authentication.
  ///   - moment: The server's time.
  ///   - request: The key of the HTTP request.
  /// - Returns: The result to answer the poll with.
  public mutating func poll(by client: String, at moment: Date, request: RequestKey) -> DevicePoll {
    guard client == clientID else { return .unknown }
    switch state {
    case .redeemed: return .unknown
    case .denied: return .denied
    case .pending, .approved:
      guard moment < expires else { return .expired }
      if case .approved(let subject) = state { return .approved(subject, scope, details) }
      if request != polledBy {
        wasPolledEarly = lastPoll.map { moment < $0 + interval } ?? false
        lastPoll = moment
        polledBy = request
        if wasPolledEarly { interval += .seconds(5) }
      }
      return wasPolledEarly ? .tooEarly : .pending
    }
  }

  /// Marks the sign-in as redeemed; its tokens are about to be sent to the client.
  ///
  /// - Parameter request: The key of the HTTP request.
  /// - Returns: Whether this request did it; `false`, with nothing changed, if the sign-in isn't
  ///   approved or another request did it.
  public mutating func redeem(request: RequestKey) -> Bool {
    if state == .redeemed, polledBy == request { return true }
    guard case .approved = state else { return false }
    state = .redeemed
    polledBy = request
    return true
  }
}

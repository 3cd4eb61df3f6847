#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// All that the server remembers about a sign-in on a device (RFC 8628 §3.2), its two codes excepted.
///
/// The rules of the grant are here, as transitions of this value, and not in each store: a store reads a record, lets it
/// change, and writes it back, all in one transaction.
public struct DeviceCodeRecord: Sendable, Hashable {
  /// What has become of the sign-in.
  public enum State: Sendable, Hashable {
    /// Nobody has decided.
    case pending
    /// This person allowed it; the tokens wait to be fetched.
    case approved(Subject)
    /// A person refused it.
    case denied
    /// The tokens were fetched.
    case redeemed
  }

  /// The hash of the device code, by which the client's polls find the record.
  public let deviceCode: SecretHash
  /// The hash of the user code, by which the person finds it.
  ///
  /// A user code has no more than 34.6 bits of randomness: whoever can read the store can find it by trying all. What
  /// they have then is what anybody who sees the device's screen has, for as long as the code lives.
  public let userCode: SecretHash
  /// The client that asked, and that alone may fetch the tokens.
  public let clientID: String
  /// What it asked for.
  public let scope: Scope
  /// What it asked for besides: resources (RFC 8707) and authorization details (RFC 9396 §3). Once a person has allowed it, also how
  /// they were recognized.
  public private(set) var details: ApprovalDetails
  /// From when on neither code does anything.
  public let expires: Date
  /// The least time between two polls. It grows by 5 seconds with each `slow_down` (RFC 8628 §3.5).
  public private(set) var interval: Duration
  /// When the client last polled; `nil` if it never did.
  public private(set) var lastPoll: Date?
  /// What has become of the sign-in.
  public private(set) var state: State
  /// The key of the request that decided; `nil` until then.
  public private(set) var decidedBy: RequestKey?
  /// The key of the last poll that counted, or of the request that fetched the tokens.
  public private(set) var polledBy: RequestKey?
  /// Whether the last poll that counted came too early.
  public private(set) var wasPolledEarly: Bool

  /// Puts a record together: the server for new codes, a store for one it read.
  /// - Parameters:
  ///   - deviceCode: the hash of the device code.
  ///   - userCode: the hash of the user code.
  ///   - clientID: the client that asked.
  ///   - scope: what it asked for.
  ///   - details: what it asked for besides, and of an approved one how its person was recognized.
  ///   - expires: from when on neither code does anything.
  ///   - interval: the least time between two polls, 5 seconds at first.
  ///   - lastPoll: when the client last polled.
  ///   - state: what has become of the sign-in.
  ///   - decidedBy: The key of the request that decided.
  ///   - polledBy: The key of the last poll, or of the request that fetched the tokens.
  ///   - wasPolledEarly: Whether the last poll came too early.
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

  /// Whether a person may still decide.
  ///
  /// - Parameter moment: the server's time.
  public func isOpen(at moment: Date) -> Bool {
    state == .pending && moment < expires
  }

  /// Takes a person's decision (RFC 8628 §3.3).
  /// - Parameters:
  ///   - decision: what the person decided, and how they were recognized.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request.
  /// - Returns: Whether the decision counts; `false`, with nothing changed, if another request decided before or the
  ///   codes have expired.
  public mutating func decide(_ decision: DeviceDecision, at moment: Date, request: RequestKey? = nil) -> Bool {
    if let request, decidedBy == request { return true }
    guard isOpen(at: moment) else { return false }
    decidedBy = request
    switch decision {
    case .approve(let subject, let recognition):
      state = .approved(subject)
      let asked = details
      details = recognition
      details.resources = asked.resources
      details.authorizationDetails = asked.authorizationDetails
    case .deny: state = .denied
    }
    return true
  }

  /// Takes a poll of a client (RFC 8628 §3.5), and says what it is to be answered.
  ///
  /// A poll of another client changes nothing, so that nobody else can slow the right one down. One that comes before
  /// the interval has passed makes it longer, but doesn't keep tokens back that are there.
  ///
  /// - Parameters:
  ///   - client: the identifier of the client that polls, after it showed who it is.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request.
  public mutating func poll(by client: String, at moment: Date, request: RequestKey? = nil) -> DevicePoll {
    guard client == clientID else { return .unknown }
    switch state {
    case .redeemed: return .unknown
    case .denied: return .denied
    case .pending, .approved:
      guard moment < expires else { return .expired }
      if case .approved(let subject) = state { return .approved(subject, scope, details) }
      if request == nil || request != polledBy {
        wasPolledEarly = lastPoll.map { moment < $0 + interval } ?? false
        lastPoll = moment
        polledBy = request
        if wasPolledEarly { interval += .seconds(5) }
      }
      return wasPolledEarly ? .tooEarly : .pending
    }
  }

  /// Marks the sign-in as done, its tokens being on their way to the client.
  ///
  /// - Parameter request: The key of the HTTP request.
  /// - Returns: Whether this request did it; `false`, with nothing changed, if the sign-in isn't approved or another
  ///   request did it.
  public mutating func redeem(request: RequestKey? = nil) -> Bool {
    if let request, state == .redeemed, polledBy == request { return true }
    guard case .approved = state else { return false }
    state = .redeemed
    polledBy = request
    return true
  }
}

public import FoundationBasics
public import OAuthCore

/// An event of the audit log: who did what, from where, with which client, and with what outcome.
///
/// No record has a secret, a token or a password.
public struct AuditRecord: Sendable, Hashable {
  /// The kinds of events.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// A user typed a password. Outcomes: `success`, `wrong_password`, `disabled` (the password is right,
    /// and an operator has disabled the user), `locked_out`, `busy`.
    case signIn = "sign_in"
    /// A client got an authorization code, because its user allowed it now or before, or the user
    /// denied the request. Outcomes: `success`, `access_denied`.
    case authorization
    /// A user decided about a device, or typed a code that no device has. Outcomes: `success`,
    /// `access_denied`, `unknown_user_code`, `too_many_user_codes`.
    case deviceDecision = "device_decision"
    /// A client requested tokens. Outcomes: `success`, or the error code of the answer. If the client
    /// got an identity assertion (ID-JAG), the detail names the server that it is for.
    case tokens
    /// A client's request for something else than tokens was rejected: its secret was wrong, or it may
    /// not do this. Outcomes: the error codes.
    case requestRejection = "request_rejection"
    /// A request was refused because a program and its client's registration differ, once an hour for
    /// each client and mistake. Outcomes: those of ``RegistrationMismatch``. The detail is what the
    /// program sent.
    case registrationMismatch = "registration_mismatch"
    /// A token was revoked by its client.
    case tokenRevocation = "token_revocation"
    /// A grant ended with all its tokens, for the reason that the detail names: a refresh token or a
    /// code was used again, the client revoked it, its user is gone.
    case grantEnd = "grant_end"
    /// A session ended, for the reason that the detail names.
    case sessionEnd = "session_end"
    /// A user ended the access of a client on the account page.
    case accessEnd = "access_end"
    /// A user changed the password. Outcomes: those of `sign_in`.
    case passwordChange = "password_change"
    /// A client registered itself, or was rejected. Outcomes: `success`, or the error code.
    case registration
    /// A client changed its registration. Outcomes: `success`, or the error code.
    case registrationChange = "registration_change"
    /// A client deleted its registration.
    case registrationEnd = "registration_end"
    /// Failures of an address were left out (``AuditRecord/failuresPerMinute``). The outcome is
    /// their event, and the detail has their number.
    case leftOut = "left_out"
    /// An operator ran a command; the detail is the command.
    case administration
  }

  /// The largest number of failures of one event and one address that a process records in a minute:
  /// 300. Further ones are left out, so that an attacker can't fill the disk, and a record of
  /// ``Event/leftOut`` says how many. Addresses with the same first 48 bits of IPv6 count as one.
  public static let failuresPerMinute = 300

  /// The outcome of what succeeded.
  public static let success = "success"

  /// The time of the event.
  public var time: Date
  /// The event.
  public var event: Event
  /// `success`, or what the kind of event says.
  public var outcome: String
  /// The user's subject, as the server knows it (clients with pairwise subjects know another one).
  public var subject: Subject?
  /// The user name, if it is a user's.
  public var username: String?
  /// The client's identifier.
  public var clientID: String?
  /// The address that the request came from.
  public var address: ClientAddress?
  /// The name of the endpoint.
  public var endpoint: String?
  /// A random name of the request, which its records in both logs have in common.
  public var request: String?
  /// The session.
  public var session: SessionID?
  /// The grant, which the tokens of one approval have in common.
  public var grant: GrantID?
  /// The `grant_type` of a token request.
  public var grantType: GrantType?
  /// A reason or a command, as the kind of event says.
  public var detail: String?

  /// Creates a record. The server does; a program that administers the server does it for its own
  /// events.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - outcome: The outcome. Default: `success`.
  ///   - time: The time of the event.
  public init(_ event: Event, outcome: String = success, at time: Date) {
    self.event = event
    self.outcome = outcome
    self.time = time
  }

  /// The record as a JSON object, without members that have no value.
  public var json: JSONValue {
    let texts: [String: String?] = [
      "time": time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), "event": event.rawValue,
      "outcome": outcome, "subject": subject?.rawValue, "username": username, "client_id": clientID,
      "address": address?.description, "endpoint": endpoint, "request": request, "session": session?.rawValue,
      "grant": grant?.rawValue,
      "grant_type": grantType?.rawValue, "detail": detail,
    ]
    return .object(texts.compactMapValues { $0.map { .string($0) } })
  }
}

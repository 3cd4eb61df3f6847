/// What a person decided about a sign-in on a device (RFC 8628 §3.3).
public enum DeviceDecision: Sendable, Hashable {
  /// This person allows it, who was recognized in this way: when, how, and in which session, if there are any.
  case approve(Subject, ApprovalDetails)
  /// Somebody who has the user code refuses it.
  case deny
}

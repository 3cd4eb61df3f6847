/// What a person decided about a sign-in on a device (RFC 8628 §3.3).
public enum DeviceDecision: Sendable, Hashable {
  /// This person, who was authenticated, allows it.
  case approve(Subject)
  /// Somebody who has the user code refuses it.
  case deny
}

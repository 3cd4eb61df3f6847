/// A user's decision about a sign-in on a device (RFC 8628 §3.3).
public enum DeviceDecision: Sendable, Hashable {
  /// This user allows the sign-in. The details say when, how and in which session the user was
  /// authenticated.
  case approve(Subject, ApprovalDetails)
  /// A user with the user code refuses the sign-in.
  case deny
}

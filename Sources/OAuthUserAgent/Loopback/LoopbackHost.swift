#if Loopback
/// How a loopback redirect URI names this machine (RFC 8252 §7.3, §8.3).
public enum LoopbackHost: String, Sendable, Hashable {
  /// `127.0.0.1`, which is nothing but this machine.
  case address = "127.0.0.1"
  /// `localhost`, for servers that accept no address (Microsoft Entra, Slack). The listener listens on `127.0.0.1` and `::1` then,
  /// because browsers differ in what they take the name for.
  case localhost
}
#endif

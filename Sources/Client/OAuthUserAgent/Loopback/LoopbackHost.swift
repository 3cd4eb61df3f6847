/// The host of a loopback redirect URI (RFC 8252 §7.3, §8.3).
public enum LoopbackHost: String, Sendable, Hashable {
  /// `127.0.0.1`, which always means this machine.
  case address = "127.0.0.1"
  /// `localhost`, for servers that reject an address (Microsoft Entra, Slack). The listener then
  /// uses both `127.0.0.1` and `::1`, because browsers resolve the name differently.
  case localhost
}

/// Tells a person that a decision about a device was taken, and what to do next (RFC 8628 §3.3).
public enum DeviceDonePage: Sendable, Hashable {
  /// The device is signed in and goes on by itself.
  case approved
  /// The device was refused.
  case denied
  /// The person left without deciding about any device.
  case left
}

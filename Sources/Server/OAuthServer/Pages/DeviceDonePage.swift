/// The page that reports the decision about a device, and says what to do next (RFC 8628 §3.3).
public enum DeviceDonePage: Sendable, Hashable {
  /// The device is signed in and continues by itself.
  case approved
  /// The user refused the device's request.
  case denied
  /// The user left without deciding about a device.
  case left
}

/// Tells a person that a decision about a device was taken, and what to do next (RFC 8628 §3.3).
public struct DeviceDonePage: Sendable, Hashable {
  /// What happened, in a few words.
  public let title: String
  /// What to do next.
  public let explanation: String

  static let approved = DeviceDonePage(
    title: "Your device is signed in",
    explanation: "Go back to your device: it will go on by itself in a few seconds. You can close this page.")

  static let denied = DeviceDonePage(
    title: "The device was not signed in",
    explanation:
      "Nothing was allowed. You can close this page. If you want to sign the device in after all, start again "
      + "on the device.")
}

public import OAuthCore

/// The page that a device with a screen shows to send its user to another device (RFC 8628 §3.3.1).
///
/// It shows the address and the code to type, and a QR code of the address that contains the code.
public struct DeviceLinkPage: Sendable, Hashable {
  /// The user code to type, such as `WDJB-MJHT`.
  public let userCode: Secret
  /// The address to type.
  public let address: String
  /// The address that contains the code, which the QR code encodes.
  public let completeAddress: Secret

  package init(userCode: Secret, address: String, completeAddress: Secret) {
    self.userCode = userCode
    self.address = address
    self.completeAddress = completeAddress
  }
}

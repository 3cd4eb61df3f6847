public import OAuthCore

/// Shows on a device with a screen where its person goes with another one (RFC 8628 §3.3.1): the address and the code to type, and
/// a QR code of the address that has the code in it.
public struct DeviceLinkPage: Sendable, Hashable {
  /// The code to type, such as `WDJB-MJHT`.
  public let userCode: Secret
  /// The address to type.
  public let address: String
  /// The address with the code in it, which the QR code holds.
  public let completeAddress: Secret

  package init(userCode: Secret, address: String, completeAddress: Secret) {
    self.userCode = userCode
    self.address = address
    self.completeAddress = completeAddress
  }
}

#if os(Linux) || os(macOS)
/// The return values of PKCS #11 (CK_RV, §5.1) that are handled.
enum CryptokiError {
  static let ok: UInt = 0
  static let deviceError: UInt = 0x30
  static let deviceRemoved: UInt = 0x32
  static let keyHandleInvalid: UInt = 0x60
  static let objectHandleInvalid: UInt = 0x82
  static let pinIncorrect: UInt = 0xA0
  static let pinInvalid: UInt = 0xA1
  static let pinLengthRange: UInt = 0xA2
  static let pinLocked: UInt = 0xA4
  static let sessionClosed: UInt = 0xB0
  static let sessionHandleInvalid: UInt = 0xB3
  static let tokenNotPresent: UInt = 0xE0
  static let alreadyLoggedIn: UInt = 0x100
  static let userNotLoggedIn: UInt = 0x101
  static let alreadyInitialized: UInt = 0x191

  /// The values after which a new session may help: the token was removed and is back, or another
  /// part of the process logged out.
  static let lostSession: Set<UInt> = [
    deviceError, deviceRemoved, keyHandleInvalid, objectHandleInvalid, sessionClosed, sessionHandleInvalid,
    tokenNotPresent, userNotLoggedIn,
  ]
}
#endif

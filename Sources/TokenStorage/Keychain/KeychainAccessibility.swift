/// When an item of Apple's data-protection keychain can be read. The file keychain of macOS knows no such thing: its items
/// can be read while it is unlocked.
///
/// There is none that needs the screen to be unlocked: a refresh in the background would find no tokens. Nothing is ever
/// synchronized between devices: a refresh token that two devices rotate signs both out.
public enum KeychainAccessibility: String, Sendable, Hashable, CaseIterable {
  /// From the first unlock after the device started; not in backups that are restored on another device
  /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
  case afterFirstUnlockThisDeviceOnly
  /// From the first unlock after the device started; encrypted backups bring it to another device
  /// (`kSecAttrAccessibleAfterFirstUnlock`).
  case afterFirstUnlock
}

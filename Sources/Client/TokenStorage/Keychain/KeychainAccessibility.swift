/// The time from which an item of Apple's data-protection keychain can be read. The file keychain
/// of macOS has no such setting: its items can be read while it is unlocked.
///
/// No case requires an unlocked screen, because a refresh in the background would then find no
/// tokens. Items are never synchronized between devices: two devices that rotate one refresh token
/// would sign each other out.
public enum KeychainAccessibility: String, Sendable, Hashable, CaseIterable {
  /// Readable from the first unlock after a restart. A backup can't be restored on another device
  /// (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`).
  case afterFirstUnlockThisDeviceOnly
  /// Readable from the first unlock after a restart. An encrypted backup can be restored on another
  /// device (`kSecAttrAccessibleAfterFirstUnlock`).
  case afterFirstUnlock
}

public import OAuthCore

/// The limits on the passwords that users and operators choose.
public enum PasswordRules {
  /// The minimum length in characters. Shorter passwords are guessed before a lock-out helps.
  public static let fewestCharacters = 8
  /// The maximum length in bytes. A longer password is rejected at sign-ins without a check.
  public static let mostBytes = 1_024

  /// Returns whether a password may be set.
  ///
  /// - Parameter password: The new password.
  public static func accept(_ password: Secret) -> Bool {
    password.reveal().count >= fewestCharacters && password.byteCount <= mostBytes
  }
}

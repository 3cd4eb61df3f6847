internal import HTTPTypes

/// The reason why a page with a form is shown again. The page puts it into words.
public enum PageProblem: Sendable, Hashable {
  /// The user name is unknown or the password is wrong. The page must not reveal which.
  case wrongPassword
  /// The user may not use the client, and another account may.
  case notPermitted
  /// Too many passwords were wrong. No password is checked for now.
  case lockedOut(wait: Duration)
  /// Too many users are signing in at once. This password was not checked.
  case busy
  /// The form doesn't belong to the browser's current state: its cookie is missing, or a user
  /// signed in or out meanwhile.
  case outdatedForm
  /// The entered text can't be a user code.
  case malformedUserCode
  /// No device waits for this user code.
  case unknownUserCode
  /// Too many wrong user codes were entered. No code is checked for now.
  case tooManyUserCodes(wait: Duration)
  /// The current password is wrong, on the page that changes it.
  case wrongCurrentPassword
  /// The new password has fewer characters than ``PasswordRules/fewestCharacters``, or more bytes
  /// than ``PasswordRules/mostBytes``.
  case unsuitablePassword
  /// The new password was typed in two different ways.
  case differentPasswords
}

extension PageProblem {
  /// The status of the answer.
  ///
  /// A wrong password isn't answered with 401, which needs a challenge (RFC 9110 §15.5.2) and would
  /// open the browser's dialogue. It isn't answered with 200 either, because a password manager
  /// would then offer to save the wrong password. 403 has the right meaning: these credentials are
  /// rejected, others may be accepted (RFC 9110 §15.5.4).
  var status: HTTPResponse.Status {
    switch self {
    case .wrongPassword, .wrongCurrentPassword, .notPermitted, .outdatedForm: .forbidden
    case .malformedUserCode, .unknownUserCode, .unsuitablePassword, .differentPasswords: .badRequest
    case .lockedOut, .tooManyUserCodes: .tooManyRequests
    case .busy: .serviceUnavailable
    }
  }

  /// The number of seconds after which to try again (RFC 9110 §10.2.3, RFC 6585 §4), rounded up.
  var retryAfter: String? {
    switch self {
    case .lockedOut(let wait), .tooManyUserCodes(let wait):
      String(max(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0), 1))
    case .busy: "5"
    case .wrongPassword, .wrongCurrentPassword, .notPermitted, .outdatedForm, .malformedUserCode, .unknownUserCode,
      .unsuitablePassword, .differentPasswords:
      nil
    }
  }
}

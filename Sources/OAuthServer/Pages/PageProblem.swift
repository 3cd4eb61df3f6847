internal import HTTPTypes

/// Why a page is shown again, for it to put into words.
public enum PageProblem: Sendable, Hashable {
  /// The user name is unknown or the password is wrong; nothing tells which.
  case wrongPassword
  /// There were so many wrong passwords that none is looked at for now.
  case lockedOut(wait: Duration)
  /// So many people sign in at once that this password wasn't looked at.
  case busy
  /// The form wasn't of this browser as it is now: its cookie is gone or never came, or somebody signed in or out meanwhile.
  case outdatedForm
  /// What was entered can't be a device's code.
  case malformedUserCode
  /// No device waits for this code.
  case unknownUserCode
  /// So many wrong codes were entered that none is looked at for now.
  case tooManyUserCodes(wait: Duration)
}

extension PageProblem {
  /// What the answer's status is.
  ///
  /// For a wrong password not 401, which must come with a challenge of its own (RFC 9110 §15.5.2) and would open the browser's
  /// dialogue, and not 200, after which a password manager offers to keep the wrong password. 403 says just this: these
  /// credentials don't do, others may (RFC 9110 §15.5.4).
  var status: HTTPResponse.Status {
    switch self {
    case .wrongPassword, .outdatedForm: .forbidden
    case .malformedUserCode, .unknownUserCode: .badRequest
    case .lockedOut, .tooManyUserCodes: .tooManyRequests
    case .busy: .serviceUnavailable
    }
  }

  /// After how many seconds to try again (RFC 9110 §10.2.3, RFC 6585 §4), rounded up.
  var retryAfter: String? {
    switch self {
    case .lockedOut(let wait), .tooManyUserCodes(let wait):
      String(max(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0), 1))
    case .busy: "5"
    case .wrongPassword, .outdatedForm, .malformedUserCode, .unknownUserCode: nil
    }
  }
}

/// Why a page is shown again, for it to put into words.
public enum PageProblem: Sendable, Hashable {
  /// The user name is unknown or the password is wrong; nothing tells which.
  case wrongPassword
  /// There were so many wrong passwords that none is looked at for now.
  case lockedOut(wait: Duration)
  /// So many people sign in at once that this password wasn't looked at.
  case busy
  /// What was entered can't be a device's code.
  case malformedUserCode
  /// No device waits for this code.
  case unknownUserCode
  /// So many wrong codes were entered that none is looked at for now.
  case tooManyUserCodes(wait: Duration)
}

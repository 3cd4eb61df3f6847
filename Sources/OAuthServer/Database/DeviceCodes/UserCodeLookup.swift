/// The result of looking up a user code that a user entered.
public enum UserCodeLookup: Sendable, Hashable {
  /// A device's sign-in waits for a decision.
  case found(DeviceCodeRecord)
  /// No sign-in waits under this code: it is unknown, expired or decided. The attempt was counted.
  case unknown
  /// Too many wrong codes were entered in this minute, from this address or in total. No code is
  /// looked up until the next minute.
  case tooManyWrong
}

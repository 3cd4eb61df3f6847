/// What a store says about a user code that somebody entered.
public enum UserCodeLookup: Sendable, Hashable {
  /// A sign-in waits for a decision.
  case found(DeviceCodeRecord)
  /// No sign-in waits under this code: it is unknown, expired, or was decided about. The attempt was counted.
  case unknown
  /// So many wrong codes were entered in this minute, from this address or from all, that no code is looked at until the next one.
  case tooManyWrong
}

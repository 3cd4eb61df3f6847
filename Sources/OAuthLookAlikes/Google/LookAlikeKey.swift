internal import JOSE

/// A key for ID tokens that nobody has to give: made once in each process, because making one takes a while.
enum LookAlikeKey {
  static let made = Result<SigningKey, any Error> { try SigningKey.generate(.rs256, keyID: "look-alike") }
}

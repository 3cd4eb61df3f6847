internal import JOSE

/// The default key for ID tokens. Each process generates it once, because RSA keys take long.
enum LookAlikeKey {
  static let generatedKey = Result<SigningKey, any Error> { try SigningKey.generate(.rs256, keyID: "look-alike") }
}

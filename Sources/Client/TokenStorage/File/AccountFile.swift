internal import OAuthCore
internal import PKCE

/// An account's file. The account is unencrypted, so that listing needs no key; the tokens are
/// sealed.
struct AccountFile: Sendable {
  let account: Account
  private let sealedTokens: [UInt8]

  /// Seals tokens. The unencrypted account is authenticated with them, so that no file can pass for
  /// another account's.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the tokens couldn't be read back.
  init(
    _ tokens: StoredTokens, _ account: Account, _ key: DataKey, place: String, _ random: any RandomSource
  ) throws(TokenStoreError) {
    self.account = account
    sealedTokens = try key.seal(
      Array(tokens.checkedText(place: place).reveal().utf8), context: Self.context(account), random)
  }

  /// Parses a file.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file;
  ///   ``TokenStoreError/Kind/damaged`` if the content isn't an account file.
  init(bytes: [UInt8], place: String) throws(TokenStoreError) {
    let members = try FileFormat.tokens.members(bytes, named: ["provider", "name", "sealed"], place: place)
    guard let provider = members["provider"]?.string, let name = members["name"]?.string,
      let account = try? Account(provider: provider, name: name),
      let text = members["sealed"]?.string, let sealedTokens = try? Base64URL.decode(text)
    else { throw TokenStoreError(.damaged, place: place) }
    self.account = account
    self.sealedTokens = sealedTokens
  }

  /// Returns the file's bytes.
  func bytes() -> [UInt8] {
    FileFormat.tokens.bytes(Self.clear(account).merging(["sealed": .string(Base64URL.encode(sealedTokens))]) { $1 })
  }

  /// Decrypts the tokens.
  ///
  /// - Throws: ``TokenStoreError/Kind/damaged`` if they weren't sealed for this account with this
  ///   key.
  func tokens(_ key: DataKey, place: String) throws(TokenStoreError) -> StoredTokens {
    guard let bytes = key.open(sealedTokens, context: Self.context(account)),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw TokenStoreError(.damaged, place: place) }
    return try StoredTokens(text: Secret(text), place: place)
  }

  private static func clear(_ account: Account) -> [String: JSONValue] {
    ["provider": .string(account.provider), "name": .string(account.name)]
  }

  private static func context(_ account: Account) -> [UInt8] {
    FileFormat.tokens.bytes(clear(account))
  }
}

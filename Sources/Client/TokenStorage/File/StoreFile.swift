internal import Crypto
internal import OAuthCore
internal import PKCE

internal import FoundationBasics

/// The file `store`. It contains the data key that seals the tokens, itself sealed with the key of
/// the passphrase, key file or keyring.
///
/// A wrong key is therefore detected before anything else is read. A change of passphrase rewrites
/// only this file, in one step.
struct StoreFile: Sendable {
  /// The kind of outer key that seals the data key.
  enum Lock: Sendable, Hashable {
    case passphrase(ScryptCost, salt: [UInt8])
    case keyFile
    case held
  }

  static let saltBytes = 16
  private static let idBytes = 16
  private static let keyByteCount = 32

  /// The identifier of the store and its key. Not secret.
  let id: String
  let lock: Lock
  private let sealedKey: [UInt8]

  /// Seals a store's data key.
  init(
    _ key: DataKey, lock: Lock, with outer: SymmetricKey, _ random: any RandomSource
  ) throws(TokenStoreError) {
    id = key.id
    self.lock = lock
    // Safe: the bytes are copied while the key lends them.
    sealedKey = try DataKey(id: key.id, key: outer).seal(
      unsafe key.key.withUnsafeBytes { unsafe Array($0) }, context: Self.context(key.id, lock), random)
  }

  /// Generates the data key of a new store.
  static func newKey(_ random: any RandomSource) -> DataKey {
    DataKey(id: Base64URL.encode(random.exactly(idBytes)), key: SymmetricKey(data: random.exactly(keyByteCount)))
  }

  /// Decrypts the store's data key.
  ///
  /// - Returns: `nil` if it was sealed with another outer key.
  func key(_ outer: SymmetricKey) -> DataKey? {
    DataKey(id: id, key: outer).open(sealedKey, context: Self.context(id, lock))
      .map { DataKey(id: id, key: SymmetricKey(data: $0)) }
  }

  // MARK: Reading and writing

  /// Parses the file.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file;
  ///   ``TokenStoreError/Kind/damaged`` if the content isn't a store file or its digest is wrong.
  init(bytes: [UInt8], place: String) throws(TokenStoreError) {
    var members = try FileFormat.store.members(bytes, named: ["id", "lock", "sealed_key", "digest"], place: place)
    // The digest distinguishes damage from a wrong key. It is no protection against an attacker: it
    // covers nothing secret, and an attacker who can write the file can write the digest too.
    let digest = members.removeValue(forKey: "digest")?.string
    guard digest == Self.digest(members), let id = members["id"]?.string, let lock = Self.lock(members["lock"]),
      let text = members["sealed_key"]?.string, let decodedKey = try? Base64URL.decode(text),
      decodedKey.count == Self.keyByteCount + DataKey.overhead
    else { throw TokenStoreError(.damaged, place: place) }
    self.id = id
    self.lock = lock
    sealedKey = decodedKey
  }

  /// Returns the file's bytes.
  func bytes() -> [UInt8] {
    var members = Self.clear(id, lock)
    members["sealed_key"] = .string(Base64URL.encode(sealedKey))
    members["digest"] = .string(Self.digest(members))
    return FileFormat.store.bytes(members)
  }

  private static func clear(_ id: String, _ lock: Lock) -> [String: JSONValue] {
    let members: JSONValue =
      switch lock {
      case .passphrase(let cost, let salt):
        [
          "kind": "passphrase", "n": .integer(Int64(cost.rounds)), "r": .integer(Int64(cost.blockSize)),
          "p": .integer(Int64(cost.parallelism)), "salt": .string(Base64URL.encode(salt)),
        ]
      case .keyFile: ["kind": "key-file"]
      case .held: ["kind": "held"]
      }
    return ["id": .string(id), "lock": members]
  }

  private static func context(_ id: String, _ lock: Lock) -> [UInt8] {
    FileFormat.store.bytes(clear(id, lock))
  }

  private static func digest(_ members: [String: JSONValue]) -> String {
    Base64URL.encode(SHA256.hash(data: FileFormat.store.bytes(members)))
  }

  private static func lock(_ value: JSONValue?) -> Lock? {
    guard let members = value?.object, let kind = members["kind"]?.string else { return nil }
    switch kind {
    case "key-file": return members.count == 1 ? .keyFile : nil
    case "held": return members.count == 1 ? .held : nil
    case "passphrase":
      guard members.count == 5, case .integer(let n) = members["n"], case .integer(let r) = members["r"],
        case .integer(let p) = members["p"],
        let n = Int(exactly: n), let r = Int(exactly: r), let p = Int(exactly: p),
        let cost = ScryptCost(rounds: n, blockSize: r, parallelism: p),
        let salt = members["salt"]?.string.flatMap({ try? Base64URL.decode($0) }), salt.count == saltBytes
      else { return nil }
      return .passphrase(cost, salt: salt)
    default: return nil
    }
  }
}

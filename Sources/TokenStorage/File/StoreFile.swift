internal import Crypto
internal import OAuthCore
internal import PKCE

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The file `store`: the key that seals the tokens, sealed itself with the passphrase's key, the key file's or the keyring's.
///
/// Thus a wrong key is known before anything else is read, and another passphrase needs this file to be written anew, in one
/// step, and no other.
struct StoreFile: Sendable {
  /// What the sealed key is sealed with.
  enum Lock: Sendable, Hashable {
    case passphrase(ScryptCost, salt: [UInt8])
    case keyFile
    case held
  }

  static let saltOctets = 16
  private static let idOctets = 16
  private static let keyOctets = 32

  /// Names the store and its key; not secret.
  let id: String
  let lock: Lock
  private let sealedKey: [UInt8]

  /// Seals a store's key.
  init(
    _ key: DataKey, lock: Lock, with outer: SymmetricKey, _ random: any RandomSource
  ) throws(TokenStoreError) {
    id = key.id
    self.lock = lock
    // Safe: the octets are copied while the key lends them.
    sealedKey = try DataKey(id: key.id, key: outer).seal(
      unsafe key.key.withUnsafeBytes { unsafe Array($0) }, context: Self.context(key.id, lock), random)
  }

  /// A key for a store that is made.
  static func newKey(_ random: any RandomSource) -> DataKey {
    DataKey(id: Base64URL.encode(random.exactly(idOctets)), key: SymmetricKey(data: random.exactly(keyOctets)))
  }

  /// Opens the store's key.
  ///
  /// - Returns: `nil` if it is sealed with another one.
  func key(_ outer: SymmetricKey) -> DataKey? {
    DataKey(id: id, key: outer).open(sealedKey, context: Self.context(id, lock))
      .map { DataKey(id: id, key: SymmetricKey(data: $0)) }
  }

  // MARK: Reading and writing

  /// Reads the file.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat``, ``TokenStoreError/Kind/damaged``.
  init(octets: [UInt8], place: String) throws(TokenStoreError) {
    let damaged = TokenStoreError(
      .damaged, place: place, cause: "without it the tokens can't be opened: restore it, or remove the folder")
    var members: [String: JSONValue]
    do {
      members = try FileFormat.store.members(octets, named: ["id", "lock", "sealed_key", "digest"], place: place)
    } catch {
      throw error.kind == .damaged ? damaged : error
    }
    // Tells damage from a wrong key: nothing secret goes into it, and who can write the file can write the digest too.
    let digest = members.removeValue(forKey: "digest")?.string
    guard digest == Self.digest(members), let id = members["id"]?.string, let lock = Self.lock(members["lock"]),
      let text = members["sealed_key"]?.string, let sealed = try? Base64URL.decode(text),
      sealed.count == Self.keyOctets + DataKey.overhead
    else { throw damaged }
    self.id = id
    self.lock = lock
    sealedKey = sealed
  }

  /// The file's octets.
  func octets() -> [UInt8] {
    var members = Self.clear(id, lock)
    members["sealed_key"] = .string(Base64URL.encode(sealedKey))
    members["digest"] = .string(Self.digest(members))
    return FileFormat.store.octets(members)
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
    FileFormat.store.octets(clear(id, lock))
  }

  private static func digest(_ members: [String: JSONValue]) -> String {
    Base64URL.encode(SHA256.hash(data: FileFormat.store.octets(members)))
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
        let salt = members["salt"]?.string.flatMap({ try? Base64URL.decode($0) }), salt.count == saltOctets
      else { return nil }
      return .passphrase(cost, salt: salt)
    default: return nil
    }
  }
}

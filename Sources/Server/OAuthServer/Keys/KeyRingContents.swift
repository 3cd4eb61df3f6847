internal import FoundationBasics
internal import JOSE

/// The signing keys of a database at the time of a read, opened.
struct KeyRingContents: Sendable {
  let records: [SigningKeyRecord]
  /// The `kid`s of the records that can't be opened and were left out.
  let unopenedKeys: [String]
  private let keys: [String: SigningKey]

  /// Opens the records.
  /// - Throws: ``SigningKeyRingError`` if one of them can't be opened.
  init(_ records: [SigningKeyRecord], openedBy seal: SigningKeySeal) throws(SigningKeyRingError) {
    var keys: [String: SigningKey] = [:]
    for record in records { keys[record.keyID] = try seal.open(record) }
    self.init(records, keys, unopenedKeys: [])
  }

  /// Opens the records that aren't known yet.
  ///
  /// A record that can't be opened, because another process uses another sealing key by now, is
  /// left out: the revocation of other keys still takes effect.
  init(_ records: [SigningKeyRecord], openedBy seal: SigningKeySeal, present: KeyRingContents) {
    var keys: [String: SigningKey] = [:]
    for record in records {
      if present.records.contains(where: { $0.keyID == record.keyID && $0.sealedKey == record.sealedKey }) {
        keys[record.keyID] = present.keys[record.keyID]
      } else {
        keys[record.keyID] = try? seal.open(record)
      }
    }
    self.init(
      records.filter { keys[$0.keyID] != nil }, keys, unopenedKeys: records.map(\.keyID).filter { keys[$0] == nil })
  }

  private init(_ records: [SigningKeyRecord], _ keys: [String: SigningKey], unopenedKeys: [String]) {
    self.records = records.sorted { $0.isNewer(than: $1) }
    self.keys = keys
    self.unopenedKeys = unopenedKeys
  }

  /// Returns the newest key of an algorithm, which signs last or will.
  func newest(_ algorithm: SignatureAlgorithm) -> SigningKeyRecord? {
    records.first { $0.algorithm == algorithm }
  }

  /// Returns the key that signs at a moment: the newest of those that have begun to sign.
  func signer(_ algorithm: SignatureAlgorithm, at moment: Date) -> SigningKeyRecord? {
    records.first { $0.algorithm == algorithm && $0.signsFrom <= moment && $0.isPublished(at: moment) }
  }

  /// Returns the keys that sign and those that are published at a moment.
  /// - Throws: `SigningKeysError` if two records have one `kid`, which no database returns.
  func snapshot(_ algorithms: [SignatureAlgorithm], at moment: Date) throws -> KeyRingSnapshot {
    // If the clock was set back to before every key, the oldest key signs.
    let signers = algorithms.compactMap { algorithm in
      (signer(algorithm, at: moment) ?? records.last { $0.algorithm == algorithm }).flatMap { keys[$0.keyID] }
    }
    guard let first = signers.first else { throw SigningKeyRingError.algorithms }
    let names = Set(signers.map(\.keyID))
    let others = records.filter { !names.contains($0.keyID) && $0.isPublished(at: moment) }
    let changes = records.flatMap { [$0.signsFrom, $0.publishedUntil].compactMap { $0 } }.filter { $0 > moment }
    return KeyRingSnapshot(
      keys: try SigningKeys(
        signing: first, alsoSigning: Array(signers.dropFirst()),
        alsoPublished: others.compactMap { keys[$0.keyID]?.verificationKey }),
      from: moment, until: changes.min() ?? .distantFuture)
  }
}

/// The keys that sign and those that are published for a while.
struct KeyRingSnapshot: Sendable {
  let keys: SigningKeys
  let from: Date
  let until: Date

  func holds(at moment: Date) -> Bool { (from..<until).contains(moment) }
}

extension SigningKeyRecord {
  func isPublished(at moment: Date) -> Bool {
    publishedUntil.map { moment < $0 } ?? true
  }
}

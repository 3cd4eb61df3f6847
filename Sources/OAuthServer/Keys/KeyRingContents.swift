#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE

/// What was in a store of signing keys when it was read, opened.
struct KeyRingContents: Sendable {
  let records: [SigningKeyRecord]
  /// The `kid`s of records that can't be opened and are left out.
  let unopened: [String]
  private let keys: [String: SigningKey]

  /// Opens the records.
  /// - Throws: ``SigningKeyRingError`` if one of them can't be opened.
  init(_ records: [SigningKeyRecord], openedBy seal: SigningKeySeal) throws(SigningKeyRingError) {
    var keys: [String: SigningKey] = [:]
    for record in records { keys[record.keyID] = try seal.open(record) }
    self.init(records, keys, unopened: [])
  }

  /// Opens the records that aren't known already. One that can't be opened, because another process has another seal by now, keeps nobody
  /// from seeing that a key was revoked.
  init(_ records: [SigningKeyRecord], openedBy seal: SigningKeySeal, known: KeyRingContents) {
    var keys: [String: SigningKey] = [:]
    for record in records {
      if known.records.contains(where: { $0.keyID == record.keyID && $0.sealed == record.sealed }) {
        keys[record.keyID] = known.keys[record.keyID]
      } else {
        keys[record.keyID] = try? seal.open(record)
      }
    }
    self.init(
      records.filter { keys[$0.keyID] != nil }, keys, unopened: records.map(\.keyID).filter { keys[$0] == nil })
  }

  private init(_ records: [SigningKeyRecord], _ keys: [String: SigningKey], unopened: [String]) {
    self.records = records.sorted { $0.isNewer(than: $1) }
    self.keys = keys
    self.unopened = unopened
  }

  /// The key that signs last, or will.
  func newest(_ algorithm: SignatureAlgorithm) -> SigningKeyRecord? {
    records.first { $0.algorithm == algorithm }
  }

  /// The key that signs at a moment: the newest of those that have begun to.
  func signer(_ algorithm: SignatureAlgorithm, at moment: Date) -> SigningKeyRecord? {
    records.first { $0.algorithm == algorithm && $0.signsFrom <= moment && $0.isPublished(at: moment) }
  }

  /// What signs and what is published at a moment.
  /// - Throws: `SigningKeysError` if two records have one `kid`, which no store gives.
  func snapshot(_ algorithms: [SignatureAlgorithm], at moment: Date) throws -> KeyRingSnapshot {
    // A clock that was set back behind every key doesn't leave the server without one.
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

/// What signs and what is published for a while.
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

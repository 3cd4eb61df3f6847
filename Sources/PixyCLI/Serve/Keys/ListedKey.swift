#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore
internal import OAuthServer

/// A signing key as a list shows it.
struct ListedKey {
  /// What a key is for at a moment.
  enum State: String {
    /// Published, for the time when it signs.
    case announced
    /// Signs what is signed with its algorithm.
    case signs
    /// Checks what it signed before.
    case published
    /// Isn't published any more, and will be forgotten.
    case over
  }

  let record: SigningKeyRecord
  let state: State

  /// All keys, those of an algorithm together, the newest first.
  static func list(_ records: [SigningKeyRecord], at now: Date) -> [ListedKey] {
    let sorted = records.sorted { left, right in
      (left.algorithm.rawValue, right.signsFrom, right.keyID) < (right.algorithm.rawValue, left.signsFrom, left.keyID)
    }
    var signing: Set<String> = []
    return sorted.map { record in
      if let end = record.publishedUntil, end <= now { return ListedKey(record: record, state: .over) }
      if record.signsFrom > now { return ListedKey(record: record, state: .announced) }
      let isFirst = signing.insert(record.algorithm.rawValue).inserted
      return ListedKey(record: record, state: isFirst ? .signs : .published)
    }
  }

  var line: String {
    let end = record.publishedUntil.map { ", published until \(Self.text($0))" } ?? ""
    return
      "\(record.keyID)\t\(record.algorithm.rawValue)\t\(state.rawValue)\tsigns from \(Self.text(record.signsFrom))\(end)"
  }

  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "kid": .string(record.keyID), "alg": .string(record.algorithm.rawValue), "state": .string(state.rawValue),
      "signs_from": .string(Self.text(record.signsFrom)),
    ]
    members["published_until"] = record.publishedUntil.map { .string(Self.text($0)) }
    return members
  }

  private static func text(_ moment: Date) -> String { moment.formatted(.iso8601) }
}

internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

/// A signing key in a list.
struct ListedKey {
  /// The state of a signing key.
  enum State: String {
    /// Published, and not signing yet.
    case announced
    /// The current signing key of its algorithm.
    case signs
    /// Published, so that the tokens it signed stay valid.
    case published
    /// No longer published; the next sweep removes the key.
    case over
  }

  let record: SigningKeyRecord
  let state: State

  /// Lists all keys by algorithm, the newest first.
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

  /// Returns the key as a line of text.
  func line(now: Date) -> String {
    let end = record.publishedUntil.map { "; publication \($0 > now ? "ends" : "ended") \($0.inWords(now: now))" } ?? ""
    let start = "\(record.signsFrom > now ? "signs" : "signed first") \(record.signsFrom.inWords(now: now))"
    return "\(record.keyID)\t\(record.algorithm.rawValue)\t\(state.rawValue)\t\(start)\(end)"
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

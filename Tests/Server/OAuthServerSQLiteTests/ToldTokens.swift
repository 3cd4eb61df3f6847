import Foundation
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite

/// The answers that clients received from a server, and the requests that had no answer when the
/// server was killed.
struct ToldTokens {
  private var savedCodes: Set<String> = []
  private var redeemedCodes: Set<String> = []
  private var spentTokens: Set<String> = []
  /// The tokens of each live grant, by its newest refresh token.
  private var living: [String: [String]] = [:]
  private var ended: [[String]] = []
  /// Codes and refresh tokens whose redemption got no answer.
  private var underWay: Set<String> = []
  /// The newest refresh tokens of grants whose revocation got no answer.
  private var revoking: Set<String> = []

  mutating func hear(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "saved": savedCodes.insert(words[1])
    case "redeeming", "refreshing": underWay.insert(words[1])
    case "redeemed":
      underWay.remove(words[1])
      redeemedCodes.insert(words[1])
      living[words[3]] = [words[2], words[3]]
    case "refreshed":
      underWay.remove(words[1])
      spentTokens.insert(words[1])
      living[words[3]] = (living.removeValue(forKey: words[1]) ?? []) + [words[2], words[3]]
    case "revoking": revoking.insert(words[1])
    case "revoked":
      revoking.remove(words[1])
      ended.append(living.removeValue(forKey: words[1]) ?? [])
    default: break
    }
  }

  mutating func add(_ other: ToldTokens) {
    savedCodes.formUnion(other.savedCodes)
    redeemedCodes.formUnion(other.redeemedCodes)
    spentTokens.formUnion(other.spentTokens)
    living.merge(other.living) { $1 }
    ended += other.ended
    underWay.formUnion(other.underWay)
    revoking.formUnion(other.revoking)
  }

  /// Returns the answers that the database contradicts.
  func problems(_ database: SQLiteServerDatabase, in round: Int) async throws -> [String] {
    var problems: [String] = []
    for code in savedCodes where try await database.authorizationCode(Self.hash(code)) == nil {
      problems.append("round \(round): a code is gone")
    }
    for code in redeemedCodes where try await !database.isSpent(Self.hash(code)) {
      problems.append("round \(round): a redeemed code can be redeemed")
    }
    let revokedAlready = Set(ended.joined())
    for token in spentTokens where !revokedAlready.contains(token) {
      if try await database.token(Self.hash(token))?.spentAt != nil { continue }
      if living.contains(where: { revoking.contains($0.key) && $0.value.contains(token) }) { continue }
      problems.append("round \(round): a spent refresh token can be used")
    }
    for (newest, tokens) in living where !revoking.contains(newest) {
      for token in tokens where try await database.token(Self.hash(token)) == nil {
        problems.append("round \(round): a token that a client was given is unknown")
      }
    }
    for tokens in ended {
      for token in tokens where try await database.token(Self.hash(token)) != nil {
        problems.append("round \(round): a revoked token is alive")
      }
    }
    return problems
  }

  /// The number of requests that the kill left without an answer.
  var wasUnderWay: Int { underWay.count + revoking.count }

  var summary: String {
    "\(savedCodes.count) codes, \(redeemedCodes.count) redeemed, \(spentTokens.count) refreshed, \(ended.count) grants ended, "
      + "\(wasUnderWay) requests without an answer"
  }

  private static func hash(_ text: String) -> SecretHash { SecretHash(ofToken: Secret(text)) }
}

extension SQLiteServerDatabase {
  /// Whether a code was redeemed. Asking changes nothing, unlike a second redemption.
  fileprivate func isSpent(_ code: SecretHash) async throws -> Bool {
    try await work.read {
      try $0.has("SELECT 1 FROM authorization_codes WHERE hash = ? AND spent = 1", [.hash(code)])
    }
  }
}

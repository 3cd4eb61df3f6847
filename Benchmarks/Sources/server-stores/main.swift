// What the stores in SQLite cost, durably, with so many tokens in them: `server-stores FOLDER SIZES [CALLS] [ROUNDS]`, for example
// `server-stores /var/tmp/stores 1000,100000,1000000,10000000`. The database grows from one size to the next.
//
// flow: a code is saved, found, and redeemed for two tokens. refresh: a refresh token is found and replaced by two tokens. find: a token
// is looked up, as an introspection does. Each by 8 tasks and by 64. Prints a line of JSON for each size and kind.
import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import Synchronization

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let sizes = arguments[2].split(separator: ",").compactMap { Int($0) }
let calls = arguments.count > 3 ? Int(arguments[3]) ?? 20_000 : 20_000
let rounds = arguments.count > 4 ? Int(arguments[4]) ?? 5 : 5
let database = try await SQLiteServerDatabase.open(path: arguments[1] + "/server.db")
let (codes, tokens) = (database.codes, database.tokens)
let now = Date()
let details = ApprovalDetails(authenticationTime: now)
let scope = try Scope(["openid", "profile", "email"])

@Sendable func hash(_ kind: String, _ number: Int) -> SecretHash { SecretHash(of: Secret("\(kind)-\(number)")) }

@Sendable func token(_ kind: IssuedToken.Kind, _ number: Int) -> IssuedToken {
  IssuedToken(
    hash: hash(kind.rawValue, number), kind: kind, grant: GrantID(rawValue: "grant-of-22-octets-\(number)"),
    clientID: "application", subject: Subject(rawValue: "248289761001"), scope: scope, expires: now + 2_592_000,
    details: details)
}

/// Pairs of an access and a refresh token that are there.
let pairs = Atomic(0)
/// Refresh tokens that were replaced, from the first on.
let refreshed = Atomic(0)

@Sendable func flow() async throws {
  let number = pairs.add(1, ordering: .relaxed).oldValue
  let code = hash("code", number)
  try await codes.save(
    AuthorizationCodeRecord(
      hash: code, grant: GrantID(rawValue: "grant-of-22-octets-\(number)"), clientID: "application",
      redirectURI: "https://app.example/callback", challenge: nil, subject: Subject(rawValue: "248289761001"),
      scope: scope, expires: now + 60, rememberedUntil: now + 2_592_000, details: details))
  guard try await codes.find(code) != nil else { exit(1) }
  async let isKept = tokens.save([token(.access, number), token(.refresh, number)])
  async let isFirst = codes.spend(code)
  guard try await isKept, try await isFirst else { exit(1) }
}

@Sendable func refresh() async throws {
  let number = refreshed.add(1, ordering: .relaxed).oldValue
  let spent = hash("refresh", number)
  guard try await tokens.find(spent) != nil else { exit(1) }
  let next = pairs.add(1, ordering: .relaxed).oldValue
  guard try await tokens.rotate(spent, to: [token(.access, next), token(.refresh, next)], at: now) == .rotated else {
    exit(1)
  }
}

@Sendable func find() async throws {
  let number = Int.random(in: 0..<pairs.load(ordering: .relaxed) - 100)
  guard try await tokens.find(hash("access", number)) != nil else { exit(1) }
}

func seconds(_ tasks: Int, _ operation: @escaping @Sendable () async throws -> Void) async throws -> Double {
  let start = ContinuousClock.now
  try await withThrowingTaskGroup { group in
    for _ in 0..<tasks {
      group.addTask { for _ in 0..<calls / tasks { try await operation() } }
    }
    try await group.waitForAll()
  }
  return (ContinuousClock.now - start) / .seconds(1)
}

for size in sizes {
  // Filled at a stretch: pieces of 500 pairs.
  while pairs.load(ordering: .relaxed) * 2 < size {
    let first = pairs.load(ordering: .relaxed)
    let count = min(500, (size + 1) / 2 - first)
    guard try await tokens.save((first..<first + count).flatMap { [token(.access, $0), token(.refresh, $0)] }) else {
      exit(1)
    }
    pairs.store(first + count, ordering: .relaxed)
  }
  let start = pairs.load(ordering: .relaxed)
  for (name, operation) in [("flow", flow), ("refresh", refresh), ("find", find)] {
    for tasks in [8, 64] {
      // One round that isn't counted. A small database would outgrow its size in longer ones.
      var rates: [Double] = []
      for round in 0...rounds {
        let time = try await seconds(tasks, operation)
        if round > 0 { rates.append(Double(calls / tasks * tasks) / time) }
      }
      rates.sort()
      print(
        """
        {"size": \(size), "operation": "\(name)", "tasks": \(tasks), "perSecond": \(Int(rates[rates.count / 2])), \
        "microseconds": \(Int(1_000_000 / rates[rates.count / 2])), "grown": \(2 * (pairs.load(ordering: .relaxed) - start))}
        """)
    }
  }
}

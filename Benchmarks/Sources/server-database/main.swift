// Measures the server's database with durable writes and many stored tokens. Usage:
// `server-database DATABASE SIZES [CALLS] [ROUNDS]`, for example
// `server-database /var/tmp/server.db 1000,100000,1000000,10000000`. DATABASE is the path of an SQLite file, or
// the address of a PostgreSQL database. The database grows from one size to the next.
//
// flow: saves an authorization code, finds it, and redeems it for two tokens. refresh: finds a
// refresh token and replaces it by two tokens. find: looks up a token, as introspection does. Each
// operation is measured with 8 tasks and with 64. The program prints one line of JSON for each size
// and operation as soon as it is known, and the fill time on standard error.
//
// The fill writes the same rows as the server, in the order of issue, because codes and tokens
// contain their time of issue. The fill issues ten pairs per millisecond, and the pair to look up
// is chosen at random.
import Crypto
import Foundation
import OAuthCore
import OAuthServer
import OAuthServerPostgreSQL
import OAuthServerSQLite
import PKCE
import Synchronization

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let sizes = arguments[2].split(separator: ",").compactMap { Int($0) }
let mostCalls = arguments.count > 3 ? Int(arguments[3]) ?? 5_000 : 5_000
let rounds = arguments.count > 4 ? Int(arguments[4]) ?? 5 : 5
let database: any SQLServerDatabase
if arguments[1].hasPrefix("postgresql:") {
  database = try await PostgreSQLServerDatabase.open(arguments[1])
} else {
  SQLiteServerDatabase.keepNoMemoryAccounts()
  database = try await SQLiteServerDatabase.open(path: arguments[1])
}
let now = Date()
let details = ApprovalDetails(authenticationTime: now)
let scope = try Scope(["openid", "profile", "email"])

@Sendable func hash(_ kind: String, _ number: Int) -> SecretHash {
  let moment = 1_795_359_600_000 + number / 10
  let bytes = (0..<6).reversed().map { UInt8(truncatingIfNeeded: moment >> (8 * $0)) }
  let lot = SHA256.hash(data: Data("\(kind)-\(number)".utf8))
  return SecretHash(ofToken: Secret(Base64URL.encode(lot.prefix(24) + bytes)))
}

@Sendable func token(_ kind: IssuedToken.Kind, _ number: Int) -> IssuedToken {
  IssuedToken(
    hash: hash(kind.rawValue, number), kind: kind, grant: GrantID(rawValue: "grant-of-22-bytes-\(number)"),
    clientID: "application", subject: Subject(rawValue: "248289761001"), scope: scope, expires: now + 2_592_000,
    details: details)
}

/// The number of stored pairs of an access and a refresh token.
let pairs = Atomic(0)
/// The number of replaced refresh tokens, counted from the first pair.
let refreshed = Atomic(0)

@Sendable func requestKey() -> RequestKey { RequestKey(drawnFrom: SystemRandomSource()) }

@Sendable func flow() async throws {
  let number = pairs.add(1, ordering: .relaxed).oldValue
  let code = hash("code", number)
  let grant = GrantID(rawValue: "grant-of-22-bytes-\(number)")
  let saved = try await database.saveAuthorizationCode(
    AuthorizationCodeRecord(
      hash: code, grant: grant, clientID: "application",
      redirectURI: "https://app.example/callback", challenge: nil, subject: Subject(rawValue: "248289761001"),
      scope: scope, expires: now + 60, rememberedUntil: now + 2_592_000, details: details),
    signIn: nil, consuming: nil, request: requestKey())
  guard saved == .saved, try await database.authorizationCode(code) != nil else { exit(1) }
  let redemption = try await database.redeemAuthorizationCode(
    code, for: [token(.access, number), token(.refresh, number)], at: now, refusingUntil: now + 3_600,
    request: requestKey())
  guard redemption == .redeemed else { exit(1) }
}

@Sendable func refresh() async throws {
  let number = refreshed.add(1, ordering: .relaxed).oldValue
  let spent = hash("refresh", number)
  guard try await database.token(spent) != nil else { exit(1) }
  let next = pairs.add(1, ordering: .relaxed).oldValue
  let use = RefreshTokenUse(
    token: spent, successors: [token(.access, next), token(.refresh, next)], moment: now, refusedUntil: now + 3_600)
  guard try await database.refresh(use, request: requestKey()) == .refreshed else { exit(1) }
}

@Sendable func find() async throws {
  let number = Int.random(in: 0..<pairs.load(ordering: .relaxed) - 100)
  guard try await database.token(hash("access", number)) != nil else { exit(1) }
}

func seconds(
  _ tasks: Int, _ calls: Int, _ operation: @escaping @Sendable () async throws -> Void
) async throws -> Double {
  let start = ContinuousClock.now
  try await withThrowingTaskGroup { group in
    for _ in 0..<tasks {
      group.addTask { for _ in 0..<calls / tasks { try await operation() } }
    }
    try await group.waitForAll()
  }
  return (ContinuousClock.now - start) / .seconds(1)
}

/// Stores the pairs with these numbers.
func fill(_ numbers: Range<Int>) async throws {
  for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 5_000) {
    let piece = (start..<min(start + 5_000, numbers.upperBound)).flatMap { [token(.access, $0), token(.refresh, $0)] }
    guard try await database.save(piece) else { exit(1) }
  }
}

func say(_ line: String, on file: FileHandle = .standardOutput) { file.write(Data((line + "\n").utf8)) }

for size in sizes {
  let first = pairs.load(ordering: .relaxed)
  if first * 2 < size {
    let clock = ContinuousClock.now
    try await fill(first..<(size + 1) / 2)
    pairs.store((size + 1) / 2, ordering: .relaxed)
    say("filled to \(size) in \(ContinuousClock.now - clock)", on: .standardError)
  }
  // With more calls, a small database would outgrow its size during the measurement.
  let calls = min(max(size / 50, 640), mostCalls)
  let start = pairs.load(ordering: .relaxed)
  for (name, operation) in [("flow", flow), ("refresh", refresh), ("find", find)] {
    for tasks in [8, 64] {
      // The first round is a warm-up and isn't counted.
      var rates: [Double] = []
      for round in 0...rounds {
        let time = try await seconds(tasks, calls, operation)
        if round > 0 { rates.append(Double(calls / tasks * tasks) / time) }
      }
      rates.sort()
      say(
        """
        {"size": \(size), "operation": "\(name)", "tasks": \(tasks), "perSecond": \(Int(rates[rates.count / 2])), \
        "microseconds": \(Int(1_000_000 / rates[rates.count / 2])), \
        "grown": \(2 * (pairs.load(ordering: .relaxed) - start))}
        """)
    }
  }
}

// Measures token storage. Usage: `token-session WHAT FOLDER [ITERATIONS] [ROUNDS]`.
//
// cached: reads an access token from a session's memory, with one task. contended: the same with 64
// tasks; the total time is divided by all calls. read: reads an account's tokens from encrypted
// files. write: writes new tokens to them, durably.
import Foundation
import HTTPTypes
import Measuring
import OAuth
import OAuthCore
internal import OAuthSessions
import Synchronization
import TokenStorage

/// A transport that sends nothing; the benchmark makes no request.
struct NoTransport: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    throw HTTPTransportError(.connectionFailed, origin: "nowhere")
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let folder = arguments[2]
let server = AuthorizationServerMetadata(
  issuer: try Issuer("https://accounts.example.com"),
  authorizationEndpoint: try Endpoint("https://accounts.example.com/authorize"),
  tokenEndpoint: try Endpoint("https://accounts.example.com/token"))
let account = try Account(provider: "https://accounts.example.com", name: "ada")
let files = try FileTokenStore(folder: folder + "/tokens", key: .keyFile(folder + "/key"))

/// Creates tokens of a usual size, different for each number.
@Sendable func tokens(_ number: Int) -> StoredTokens {
  StoredTokens(
    accessToken: Secret(String(repeating: "a", count: 1_200) + "\(number)"),
    refreshToken: Secret(String(repeating: "r", count: 200)), receivedAt: Date(), expiresIn: .seconds(3_600))
}

switch arguments[1] {
case "cached", "contended":
  let store = MemoryTokenStore()
  store.save(tokens(0), for: account)
  let client = OAuthClient(id: "app", server: server, transport: NoTransport())
  let session = TokenSession(account: account, client: client, store: store)
  try await measure(arguments[1], tasks: arguments[1] == "cached" ? 1 : 64) {
    try await session.accessToken().byteCount
  }
case "read":
  try await files.save(tokens(0), for: account)
  try await measure("read", tasks: 1) { try await files.tokens(for: account)?.accessToken.byteCount ?? 0 }
case "write":
  let saved = Atomic(0)
  try await measure("write", tasks: 1) {
    try await files.save(tokens(saved.add(1, ordering: .relaxed).newValue), for: account)
    return 1
  }
default: exit(64)
}

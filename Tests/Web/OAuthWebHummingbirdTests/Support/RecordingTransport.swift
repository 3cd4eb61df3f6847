import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE
import Synchronization

/// A transport that records the paths of its requests, and can answer or delay one instead of the
/// server.
final class RecordingTransport: HTTPTransport {
  private struct State {
    var paths: [String] = []
    var secrets: Set<String> = []
    var sessionID: String?
    var answers: [String: HTTPAnswer] = [:]
    var gates: [String: Gate] = [:]
    var forgery: (key: SigningKey, change: @Sendable (inout [String: JSONValue]) -> Void)?
  }

  private let transport: any HTTPTransport
  private let state = Mutex(State())

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Returns the number of requests to a path.
  func count(_ path: String) -> Int { state.withLock { $0.paths.count { $0 == path } } }

  /// The tokens and secrets that went over the wire.
  var secrets: Set<String> { state.withLock { $0.secrets } }

  /// The `sid` of the last ID token.
  var lastSessionID: String? { state.withLock { $0.sessionID } }

  /// Answers requests to a path instead of the server.
  func answer(_ path: String, with answer: HTTPAnswer?) { state.withLock { $0.answers[path] = answer } }

  /// Delays requests to a path until the gate opens.
  func delay(_ path: String, by gate: Gate?) { state.withLock { $0.gates[path] = gate } }

  /// Changes the claims of ID tokens, which the key signs again.
  func forge(signedBy key: SigningKey, _ change: @escaping @Sendable (inout [String: JSONValue]) -> Void) {
    state.withLock { $0.forgery = (key, change) }
  }

  private func forged(_ answer: HTTPAnswer) -> HTTPAnswer {
    guard let forgery = state.withLock({ $0.forgery }), var members = (try? JSONValue(bytes: answer.body))?.object,
      var claims = members["id_token"]?.string.flatMap(Self.claims)
    else { return answer }
    forgery.change(&claims)
    members["id_token"] = (try? forgery.key.sign(claims)).map { .string($0.reveal()) }
    return .json(members)
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let path = String((request.path ?? "").prefix { $0 != "?" })
    let (instead, gate) = state.withLock { state in
      state.paths.append(path)
      return (state.answers[path], state.gates[path])
    }
    remember((try? FormParameters(decoding: body))?.pairs.map { ($0.name, $0.value) } ?? [])
    if let basic = request.headerFields[.authorization] { state.withLock { _ = $0.secrets.insert(basic) } }
    if let instead { return instead }
    let answer = forged(try await transport.send(request, body: body, limits: limits))
    let members = (try? JSONValue(bytes: answer.body))?.object ?? [:]
    remember(members.compactMap { name, value in value.string.map { (name, $0) } })
    if let claims = members["id_token"]?.string.flatMap(Self.claims) {
      state.withLock { $0.sessionID = claims["sid"]?.string }
    }
    try await gate?.pass()
    return answer
  }

  private static func claims(_ compact: String) -> [String: JSONValue]? {
    let parts = compact.split(separator: ".")
    guard parts.count == 3, let bytes = try? Base64URL.decode(parts[1]) else { return nil }
    return (try? JSONValue(bytes: bytes))?.object
  }

  private static let names: Set<String> = [
    "client_secret", "code", "code_verifier", "access_token", "refresh_token", "id_token", "token", "state", "nonce",
  ]

  private func remember(_ members: [(String, String)]) {
    let secrets = members.filter { Self.names.contains($0.0) && $0.1.utf8.count > 7 }.map(\.1)
    state.withLock { $0.secrets.formUnion(secrets) }
  }
}

import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization

/// A transport that records every secret in its requests and answers.
final class WireTap: HTTPTransport, CustomReflectable {
  private static let names: Set<String> = [
    "code", "code_verifier", "state", "nonce", "client_secret", "refresh_token", "access_token", "id_token", "token",
  ]

  private let transport: any HTTPTransport
  private let found: Mutex<[String: Set<String>]> = Mutex([:])
  private let last = Mutex("")

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// The recorded secrets, by the names of their parameters.
  var secrets: [String: Set<String>] { found.withLock { $0 } }

  /// An error that sends the request's content back, as some servers do.
  var echo: Fault {
    Fault("echo", reachesServer: true) { _, _, _ in
      .json(
        ["error": "invalid_request", "error_description": .string(self.last.withLock { $0 })], status: .badRequest)
    }
  }

  /// A mirror without children: the recorded secrets belong to the test, not to the code under
  /// test.
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    note(request.path?.split(separator: "?", maxSplits: 1).last)
    note(String(decoding: body, as: UTF8.self)[...])
    if let token = request.headerFields[.authorization]?.split(separator: " ").last { note("token", String(token)) }
    let values = (try? FormParameters(decoding: body))?.pairs.map(\.value) ?? []
    let sent = ([request.headerFields[.authorization], request.path].compactMap { $0 } + values).joined(separator: " ")
    last.withLock { $0 = sent }
    let answer = try await transport.send(request, body: body, limits: limits)
    note(answer.response.headerFields[.location]?.split(separator: "?", maxSplits: 1).last)
    for (name, value) in answer.members { if let value = value.string { note(name, value) } }
    return answer
  }

  private func note(_ form: Substring?) {
    guard let form, let parameters = try? FormParameters(decoding: String(form)) else { return }
    for pair in parameters.pairs { note(pair.name, pair.value) }
  }

  private func note(_ name: String, _ value: String) {
    guard Self.names.contains(name), !value.isEmpty else { return }
    found.withLock { _ = $0[name, default: []].insert(value) }
  }
}

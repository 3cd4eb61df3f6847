import HTTPTypes
import OAuthCore
import Synchronization

/// A transport that receives logout tokens, and answers as a test chooses.
final class LogoutReceiver: HTTPTransport {
  typealias Answer = @Sendable (_ address: String, _ count: Int) throws -> HTTPAnswer

  private struct State {
    var answer: Answer = { _, _ in HTTPAnswer(HTTPResponse(status: .ok)) }
    var exchanges: [(request: HTTPRequest, body: [UInt8])] = []
    var limits: [HTTPLimits] = []
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// Sets the clients' answers to the first, second, … request.
  func answer(_ answer: @escaping Answer) {
    state.withLock { $0.answer = answer }
  }

  var limits: [HTTPLimits] { state.withLock { $0.limits } }

  /// The received tokens, with their addresses.
  var arrived: [(address: String, token: String, body: [UInt8])] {
    state.withLock { $0.exchanges }.map { exchange in
      let request = exchange.request
      return (
        "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")",
        (try? FormParameters(decoding: exchange.body).single("logout_token")) ?? "", exchange.body
      )
    }
  }

  var requests: [HTTPRequest] { state.withLock { $0.exchanges.map(\.request) } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let address = request.authority ?? ""
    let (answer, count) = state.withLock { state in
      state.exchanges.append((request, body))
      state.limits.append(limits)
      state.counts[address, default: 0] += 1
      return (state.answer, state.counts[address] ?? 0)
    }
    return try answer(address, count)
  }
}

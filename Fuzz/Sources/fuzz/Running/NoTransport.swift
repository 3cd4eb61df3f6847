import HTTPTypes
import OAuthCore

/// A client needs one; nothing that is fuzzed moves anything.
struct NoTransport: HTTPTransport {
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: .serviceUnavailable))
  }
}

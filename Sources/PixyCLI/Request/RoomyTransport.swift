#if CLI
internal import HTTPTypes
internal import OAuthCore

/// A transport with limits of its own: a person who asks for a resource knows better than OAuth's endpoints how large it is.
struct RoomyTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let limits: HTTPLimits

  init(_ transport: any HTTPTransport, limits: HTTPLimits) {
    self.transport = transport
    self.limits = limits
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    try await transport.send(request, body: body, limits: self.limits)
  }
}
#endif

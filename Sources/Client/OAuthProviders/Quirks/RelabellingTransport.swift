internal import HTTPTypes
internal import OAuthCore

/// A transport that labels JSON objects as JSON if the server labels them as text or as a page. Other
/// answers pass unchanged.
struct RelabellingTransport: HTTPTransport {
  private let transport: any HTTPTransport

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    var answer = try await transport.send(request, body: body, limits: limits)
    if let type = answer.response.headerFields.mediaType, ["text/plain", "text/html"].contains(type),
      (try? JSONValue(bytes: answer.json))?.object != nil
    {
      answer.response.headerFields[.contentType] = MediaType.json
    }
    return answer
  }
}

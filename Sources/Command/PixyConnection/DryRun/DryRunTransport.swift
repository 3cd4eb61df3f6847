package import HTTPTypes
package import OAuthCore
package import PixyTerminal
internal import PixyWire
internal import Synchronization

/// A transport that sends requests for published documents and prints all others instead of sending
/// them.
package final class DryRunTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let curl: CurlOptions
  private let console: Console
  private let endpoints = Mutex(KnownEndpoints())

  /// - Parameters:
  ///   - transport: The transport for published documents.
  ///   - curl: The files that the printed curl command needs.
  ///   - console: The console for the printed request.
  package init(_ transport: any HTTPTransport, curl: CurlOptions, console: Console) {
    self.transport = transport
    self.curl = curl
    self.console = console
  }

  /// - Throws: ``DryRunEnded`` instead of sending a request that could change something or that
  ///   contains a token.
  package func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let fields = request.headerFields
    if request.method == .get, body.isEmpty, fields[.authorization] == nil, fields[.dpop] == nil {
      let answer = try await transport.send(request, body: body, limits: limits)
      learn(from: answer, to: request)
      return answer
    }
    let plan = PlannedRequest(request, body: body, curl: curl, knowing: endpoints.withLock { $0 })
    for line in plan.lines { console.result(line) }
    console.say(DryRunEnded.words)
    throw DryRunEnded()
  }

  private func learn(from answer: HTTPAnswer, to request: HTTPRequest) {
    var redaction = WireRedaction()
    let (shownRequest, shownAnswer) = (redaction.shown(request, body: []), redaction.shown(answer))
    endpoints.withLock { $0.learn(from: shownAnswer, to: WireStep(of: shownRequest, knowing: $0)) }
  }
}

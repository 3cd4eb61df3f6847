internal import HTTPTypes
internal import OAuthCore

/// A transport that records every exchange and changes none.
struct TracingTransport: HTTPTransport {
  let transport: any HTTPTransport
  let recorder: TraceRecorder
  var clock = MonotonicClock.system

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let start = clock.now()
    do {
      let answer = try await transport.send(request, body: body, limits: limits)
      recorder.exchanged(request, body, .success(answer), took: clock.now() - start)
      return answer
    } catch {
      recorder.exchanged(request, body, .failure(error), took: clock.now() - start)
      throw error
    }
  }
}

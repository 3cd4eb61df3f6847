internal import FoundationBasics
package import HTTPTypes
package import OAuthCore
internal import PixyTerminal
internal import Synchronization

/// A transport that reports a server that is slow to answer, and a wrong clock if it explains the
/// server's refusal. It changes no exchange.
package struct AttentiveTransport: HTTPTransport {
  package let transport: any HTTPTransport
  package var clock = WallClock.system
  /// The time after which a request is reported as slow; nil for never.
  package var patience: Duration? = SlowWork.patience
  package var say: @Sendable (String) -> Void = SlowWork.say

  package init(
    transport: any HTTPTransport, clock: WallClock = WallClock.system, patience: Duration? = SlowWork.patience,
    say: @escaping @Sendable (String) -> Void = SlowWork.say
  ) {
    (self.transport, self.clock, self.patience, self.say) = (transport, clock, patience, say)
  }

  package func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let start = clock.now()
    let server = "\(request.scheme ?? "https")://\(request.authority ?? "")"
    let answer = try await SlowWork.reporting(
      "Waiting for \(UntrustedText(server)) to answer …", after: patience, saying: say
    ) {
      try await transport.send(request, body: body, limits: limits)
    }
    if let proof = Self.proof(in: request, body, rejectedBy: answer),
      let serverClock = ServerClock(date: answer.response.headerFields[.date], sent: start, received: clock.now()),
      abs(serverClock.skew) - serverClock.uncertainty > Self.longestSkew
    {
      say("\(proof) was rejected, and \(serverClock.text). Set this machine's clock.")
    }
    return answer
  }

  /// The difference of the clocks in seconds from which it is reported. Servers accept proofs that
  /// are some seconds or minutes old (RFC 9449 §11.1).
  private static let longestSkew: TimeInterval = 60

  /// Returns what the server may have rejected because of its time: a DPoP proof (RFC 9449 §5, §7.1) or an assertion
  /// (RFC 7521 §4.1.1, §4.2.1). Keycloak calls an old proof an invalid request.
  private static func proof(in request: HTTPRequest, _ body: [UInt8], rejectedBy answer: HTTPAnswer) -> String? {
    guard [400, 401].contains(answer.response.status.code) else { return nil }
    let proofError = "invalid_dpop_proof"
    if answer.response.headerFields[.wwwAuthenticate]?.contains(proofError) ?? false { return "The proof (DPoP)" }
    let error = (try? JSONValue(bytes: answer.body))?.object?["error"]?.string
    let form = (try? FormParameters(decoding: body)) ?? FormParameters()
    switch error {
    case proofError,
      "invalid_request" where request.headerFields[.dpop] != nil:
      return "The proof (DPoP)"
    case "invalid_client" where !form.all("client_assertion").isEmpty: return "The client's assertion"
    case "invalid_grant" where !form.all("assertion").isEmpty: return "The assertion"
    default: return nil
    }
  }
}

/// Work that the user may have to wait for.
package enum SlowWork {
  /// The time after which the user is told what is waited for.
  package static let patience = Duration.seconds(3)

  /// Performs the work, and reports it once if it takes longer.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - patience: The time until the message; nil for no message.
  ///   - say: Writes the message.
  package static func reporting<Result>(
    _ text: String, after patience: Duration? = patience,
    saying say: @escaping @Sendable (String) -> Void = SlowWork.say,
    _ work: () async throws -> Result
  ) async rethrows -> Result {
    guard let patience else { return try await work() }
    let notice = Task {
      try await Task.sleep(for: patience)
      say(text)
    }
    defer { notice.cancel() }
    return try await work()
  }

  /// Writes a message to standard error. A program that reads JSON gets only errors there.
  @Sendable package static func say(_ text: String) {
    if Terminal.isShown || !ErrorReport.isJSON { Console.standard.say(text) }
  }
}

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
    if Self.rejectsProof(answer),
      let serverClock = ServerClock(date: answer.response.headerFields[.date], sent: start, received: clock.now()),
      abs(serverClock.skew) - serverClock.uncertainty > Self.longestSkew
    {
      say("The proof (DPoP) was rejected, and \(serverClock.text). Set this machine's clock.")
    }
    return answer
  }

  /// The difference of the clocks in seconds from which it is reported. Servers accept proofs that
  /// are some seconds or minutes old (RFC 9449 §11.1).
  private static let longestSkew: TimeInterval = 60

  /// Returns whether the answer rejects a DPoP proof (RFC 9449 §5, §7.1).
  private static func rejectsProof(_ answer: HTTPAnswer) -> Bool {
    guard [400, 401].contains(answer.response.status.code) else { return false }
    let error = "invalid_dpop_proof"
    return answer.response.headerFields[.wwwAuthenticate]?.contains(error) ?? false
      || (try? JSONValue(bytes: answer.body))?.object?["error"]?.string == error
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

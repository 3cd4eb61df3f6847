internal import FoundationBasics
package import HTTPTypes
package import OAuth
package import OAuthCore
internal import PKCE
package import PixyTerminal
package import PixyWire
internal import Synchronization

/// The recorder of a command's exchanges. It prints each one and saves the trace after each step.
package final class TraceRecorder: Sendable {
  private struct State {
    var trace: Trace
    var redaction = WireRedaction()
    var endpoints = KnownEndpoints()
    var hasFailedToSave = false
    var isFull = false
    /// The number of steps, including those that no longer fitted into the trace.
    var count = 0
  }

  private let state: Mutex<State>
  private let say: (@Sendable (String) -> Void)?
  private let complain: @Sendable (String) -> Void
  private let file: PrivateFile?

  /// - Parameters:
  ///   - command: The name of the command.
  ///   - say: Prints a line of a step; `nil` to print nothing.
  ///   - file: The file for the trace; `nil` to save nothing.
  ///   - complain: Reports once that the trace can't be saved.
  ///   - clock: The wall clock.
  /// - Throws: `Errno` if the file can't be written. The user learns this before anything is sent.
  package init(
    command: String, say: (@Sendable (String) -> Void)?, file: PrivateFile?,
    complain: @escaping @Sendable (String) -> Void, clock: WallClock = .system
  ) throws {
    let trace = Trace(command: command, startedAt: clock.now().formatted(Date.ISO8601FormatStyle()))
    try file?.write(Self.bytes(of: trace))
    state = Mutex(State(trace: trace))
    self.say = say
    self.file = file
    self.complain = complain
  }

  /// The trace so far.
  package var trace: Trace { state.withLock { $0.trace } }

  /// Records a request with its answer or error.
  package func exchanged(
    _ request: HTTPRequest, _ body: [UInt8], _ result: Result<HTTPAnswer, any Error>, took duration: Duration
  ) {
    add { redaction in
      let shownRequest = redaction.shown(request, body: body)
      let milliseconds = duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
      var exchange = Trace.Exchange(request: shownRequest, milliseconds: milliseconds)
      switch result {
      case .success(let answer): exchange.answer = redaction.shown(answer)
      case .failure(let error): exchange.failure = Self.words(error, redaction)
      }
      return .exchange(exchange)
    }
  }

  /// Records that the browser is sent to the authorization endpoint.
  package func began(_ attempt: AuthorizationAttempt) {
    add { redaction in
      redaction.remember(attempt.verifier.reveal())
      let (address, parameters) = redaction.split(attempt.url)
      return .authorization(
        Trace.Authorization(
          address: address, parameters: parameters, redirectURI: redaction.text(attempt.redirectURI.text)))
    }
  }

  /// Records that the browser returned with a code that passed every check.
  func cameBack(_ code: borrowing AuthorizationCode, to attempt: AuthorizationAttempt) {
    var parameters = FormParameters()
    parameters.append("code", code.code.reveal())
    parameters.append("state", code.state.reveal())
    parameters.append("iss", ifPresent: code.receivedIssuer)
    var checked = ["state matches the request (RFC 6749 §10.12)", "the redirect URI matches the request"]
    if code.receivedIssuer != nil, attempt.server.issuer != nil {
      checked.append("iss names the requested server (RFC 9207 §2.4)")
    }
    if let mode = attempt.responseMode, mode.rawValue.hasSuffix("jwt") {
      checked.append("the response is signed by the server (JARM §2.4)")
    }
    let (answerParameters, held) = (parameters, checked)
    add { redaction in
      .callback(
        Trace.Callback(
          redirectURI: redaction.text(attempt.redirectURI.text), parameters: redaction.pairs(answerParameters),
          checked: held))
    }
  }

  /// Records that the browser's part ended without a code.
  package func failed(_ error: any Error, _ redirectURI: RedirectURI) {
    var parameters = FormParameters()
    if case CallbackError.refused(let refusal) = error {
      parameters.append("error", refusal.error.rawValue)
      parameters.append("error_description", ifPresent: refusal.errorDescription?.description)
    }
    let answerParameters = parameters
    add { redaction in
      .callback(
        Trace.Callback(
          redirectURI: redaction.text(redirectURI.text), parameters: redaction.pairs(answerParameters),
          failure: Self.words(error, redaction)))
    }
  }

  private func add(_ make: (inout WireRedaction) -> Trace.Event) {
    let lines = state.withLock { state in
      let event = make(&state.redaction)
      state.count += 1
      // Further steps would never be read, and each save writes all steps.
      if !state.isFull, state.trace.events.count < Trace.maximumSteps { state.trace.events.append(event) }
      let step = event.step(knowing: &state.endpoints)
      return say == nil ? [] : event.lines(state.count, step)
    }
    if let say { for line in lines { say(line) } }
    save()
  }

  private func save() {
    guard let file else { return }
    // Saved under the lock, so that an older state never replaces a newer one.
    let failure = state.withLock { state -> String? in
      guard !state.hasFailedToSave, !state.isFull else { return nil }
      do {
        var bytes = Self.bytes(of: state.trace)
        state.isFull = state.trace.events.count == Trace.maximumSteps || bytes.count > Trace.maximumBytes
        if bytes.count > Trace.maximumBytes {
          state.trace.events.removeLast()
          bytes = Self.bytes(of: state.trace)
        }
        try file.write(bytes)
        return state.isFull ? "it has reached its largest size and ends here" : nil
      } catch {
        // A trace that can't be saved must not end the sign-in.
        state.hasFailedToSave = true
        return "\(error)"
      }
    }
    if let failure {
      complain("pixy: The trace could not be saved to \(file.path): \(failure). The command continues.")
    }
  }

  private static func bytes(of trace: Trace) -> [UInt8] { trace.json.bytes() + [UInt8(ascii: "\n")] }

  private static func words(_ error: any Error, _ redaction: WireRedaction) -> String {
    let text =
      switch error {
      case is CancellationError: "cancelled"
      case let error as any ExplainedError: error.explanation
      default: "\(type(of: error))"
      }
    return redaction.text(text)
  }
}

internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import PixyTerminal

/// The prompt at the terminal while the listener waits. The user can paste the address that the
/// browser ended at, or choose the device grant, and sees the remaining time.
struct SignInPrompt: Sendable {
  /// Whether the terminal accepts lines.
  let reads: Bool
  /// Whether the remaining time is shown.
  let showsTime: Bool
  /// Whether `d` chooses the device grant.
  let offersDevice: Bool
  /// The listener's timeout.
  let limit: Duration
  let status: StatusLine
  let say: @Sendable (String) -> Void

  /// Runs beside the listener until the sign-in ends or the task is cancelled.
  /// - Throws: ``DeviceGrantChosen`` if the user chose the device grant.
  func run(_ waiting: WaitingSignIn) async throws {
    let end = ContinuousClock.now + limit
    defer { status.clear() }
    let time = RemainingTime(status: status, isShown: showsTime)
    guard reads, let input = try? TerminalInput() else { return try await time.show(until: end) }
    // A terminal that can't rewrite its last line edits and echoes lines itself.
    guard showsTime else { return try await read(input, waiting) { _ in } }
    try await TerminalMode.givingKeys { mode in
      try await read(input, waiting) { typed in
        mode.keep()
        status.show(Self.text(remaining: end - .now, typed: typed))
      }
    }
    try await time.show(until: end)
  }

  /// Reads lines until one is the response, or the input ends.
  /// - Parameter show: Shows the number of typed characters, at least once a second.
  private func read(
    _ input: TerminalInput, _ waiting: WaitingSignIn, showing show: (_ typed: Int) -> Void
  ) async throws {
    var editor = LineEditor()
    while !Task.isCancelled {
      show(editor.count)
      switch await input.next(within: 1_000) {
      case .nothing: continue
      case .ended: return
      case .bytes(let bytes):
        for byte in bytes {
          switch editor.take(byte) {
          case .more: continue
          case .end: return
          case .line(let line): if try take(line, waiting) { return }
          }
        }
      }
    }
  }

  /// Handles a line.
  /// - Returns: Whether the sign-in has ended.
  private func take(_ line: String, _ waiting: WaitingSignIn) throws -> Bool {
    let text = String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty else { return false }
    if offersDevice, text.lowercased() == "d" { throw DeviceGrantChosen() }
    do {
      try waiting.receive(text)
      return true
    } catch {
      guard error.leavesWaiting else { return true }
      // The error's remedy is a new sign-in, which isn't necessary here.
      let redirectURI = waiting.attempt.redirectURI
      status.say(
        "pixy: \(error.explanation) Still waiting. Paste the whole address; it begins with \(redirectURI).", by: say)
      return false
    }
  }

  /// Returns the terminal's last line while lines are read.
  static func text(remaining: Duration, typed: Int) -> String {
    // A pasted address contains a code, so only its length is shown.
    "Waiting, or paste the address (\(RemainingTime.text(remaining))): \(typed == 0 ? "" : "\(typed) characters ")"
  }
}

internal import ArgumentParser
internal import Dispatch
internal import Synchronization
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Ctrl-C, and the other ways to ask a command to end.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs a command and cancels it at a signal, so that it stops listening, brings the terminal back and writes nothing half.
  ///
  /// A second signal, or the end of its patience, ends the process at once; the terminal is brought back also then.
  /// - Parameters:
  ///   - patience: how long it may take to clean up; `nil` for what has an end of its own.
  ///   - command: what to do.
  /// - Throws: after a signal `CancellationError` if the command says that, otherwise `ExitStatus.cancelled`, whatever it says; without one
  ///   what it throws.
  static func cancelling<Result: Sendable>(
    patience: DispatchTimeInterval? = .seconds(1), _ command: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    var terminal = termios()
    let hasTerminal = unsafe tcgetattr(STDIN_FILENO, &terminal) == 0
    let before = terminal
    let isInterrupted = Mutex(false)
    let task = Task { try await command() }
    @Sendable func end() {
      var settings = before
      if hasTerminal, Terminal.isForeground { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
      _exit(ExitStatus.cancelled.rawValue)
    }
    let queue = DispatchQueue(label: "pixy.interruption")
    let sources = DispatchGroup()
    let handlers = signals.compactMap { number -> Handler? in
      // Otherwise the signal ends the process before the source hears of it.
      let before = signal(number, SIG_IGN)
      // nohup(1), and shells that start something in the background, want it ignored.
      guard !isIgnored(before) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = isInterrupted.withLock { isInterrupted in
          defer { isInterrupted = true }
          return !isInterrupted
        }
        guard isFirst else { return end() }
        task.cancel()
        if let patience { queue.asyncAfter(deadline: .now() + patience) { end() } }
      }
      sources.enter()
      source.setCancelHandler { sources.leave() }
      source.resume()
      return Handler(number: number, source: source, before: before)
    }
    defer { stop(handlers, sources) }
    do {
      let result = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      return result
    } catch {
      if isInterrupted.withLock({ $0 }), !(error is CancellationError) { throw ExitStatus.cancelled }
      throw error
    }
  }

  /// What hears of a signal, and what was to happen at it before.
  private struct Handler {
    let number: CInt
    let source: any DispatchSourceSignal
    let before: (@convention(c) (CInt) -> Void)?
  }

  /// Waits until nothing hears of the signals any more: a source that ends beside one that begins would lose the next one's signal.
  private static func stop(_ handlers: [Handler], _ sources: DispatchGroup) {
    for handler in handlers { handler.source.cancel() }
    sources.wait()
    // What follows may be ended as before.
    for handler in handlers { _ = signal(handler.number, handler.before) }
  }

  /// Whether a signal's handler is the one that does nothing; functions can't be compared, but their places can.
  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

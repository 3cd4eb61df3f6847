#if CLI
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

  /// How long a command may take to clean up before it is ended without.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Runs a command and cancels it at a signal, so that it stops listening, brings the terminal back and writes nothing half.
  ///
  /// A second signal, or a second of time, ends the process at once; the terminal is brought back also then.
  /// - Throws: `ExitStatus.cancelled` after a signal, whatever the command says; otherwise what it throws.
  static func cancelling<Result: Sendable>(
    _ command: @escaping @Sendable () async throws -> Result
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
    let sources = signals.map { number in
      // Otherwise the signal ends the process before the source hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = isInterrupted.withLock { isInterrupted in
          defer { isInterrupted = true }
          return !isInterrupted
        }
        guard isFirst else { return end() }
        task.cancel()
        queue.asyncAfter(deadline: .now() + patience) { end() }
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
    }
    do {
      let result = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      return result
    } catch {
      if isInterrupted.withLock({ $0 }) { throw ExitStatus.cancelled }
      throw error
    }
  }
}
#endif

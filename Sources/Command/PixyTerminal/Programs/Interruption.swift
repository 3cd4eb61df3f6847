internal import ArgumentParser
internal import CLibrary
internal import Dispatch
internal import Synchronization

/// Ctrl-C and the other signals that ask a command to end.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// The moment from which another part of the program answers to the signals.
  package final class Handover: Sendable {
    private let isDone = Atomic(false)

    package init() {}

    /// Leaves later signals to the other part.
    package func finish() { isDone.store(true, ordering: .relaxed) }

    fileprivate var isFinished: Bool { isDone.load(ordering: .relaxed) }
  }

  /// Runs a command and cancels it at a signal. The command can stop listening, restore the
  /// terminal and finish or undo a write.
  ///
  /// A second signal, or the end of `patience`, ends the process immediately. The terminal is
  /// restored in that case too.
  /// - Parameters:
  ///   - patience: The seconds for cleaning up after a signal. Default: 1.
  ///   - handover: When it is finished, signals do nothing here. Default: never.
  ///   - command: The command's work.
  /// - Throws: After a signal, ``Interrupted`` if the command throws `CancellationError`, otherwise
  ///   the signal's exit status, because the command has reported its error. Without a signal, the
  ///   command's error.
  package static func cancelling<Result: Sendable>(
    patience: Int = 1, until handover: Handover = Handover(), _ command: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    var terminal = termios()
    let hasTerminal = unsafe tcgetattr(STDIN_FILENO, &terminal) == 0
    let before = terminal
    let received = Mutex<Interrupted?>(nil)
    let task = Task { try await command() }
    @Sendable func end(_ interruption: Interrupted) {
      var settings = before
      if hasTerminal, Terminal.isForeground { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
      _exit(interruption.status.rawValue)
    }
    let queue = DispatchQueue(label: "pixy.interruption")
    let sources = DispatchGroup()
    let handlers = signals.compactMap { number -> Handler? in
      // Without this the signal would end the process before the dispatch source receives it.
      let before = signal(number, SIG_IGN)
      // nohup(1), and shells that start background jobs, expect the signal to stay ignored.
      guard !ProgramSignals.isIgnoring(before) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard !handover.isFinished else { return }
        let interruption = Interrupted(signal: number)
        let isFirst = received.withLock { received in
          defer { received = received ?? interruption }
          return received == nil
        }
        guard isFirst else { return end(interruption) }
        task.cancel()
        queue.asyncAfter(deadline: .now() + .seconds(patience)) { end(interruption) }
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
      guard let interruption = received.withLock({ $0 }) else { throw error }
      if error is CancellationError { throw interruption }
      throw interruption.status
    }
  }

  /// A signal's dispatch source, and the handler that it replaced.
  private struct Handler {
    let number: CInt
    let source: any DispatchSourceSignal
    let before: (@convention(c) (CInt) -> Void)?
  }

  /// Waits until all sources have ended. A source that ends while another begins would lose the
  /// next source's signal.
  private static func stop(_ handlers: [Handler], _ sources: DispatchGroup) {
    for handler in handlers { handler.source.cancel() }
    sources.wait()
    // From here on signals end the process as before.
    for handler in handlers { _ = signal(handler.number, handler.before) }
  }
}

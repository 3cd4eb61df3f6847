internal import Synchronization

/// The command that this process runs, as far as messages name it.
package enum RunningCommand {
  private static let source = Mutex<@Sendable () -> Set<String>>({ [] })

  /// The long names of the command's options. A refresh process has none.
  package static let options = (source.withLock { $0 })()

  /// Sets where ``options`` come from, before anything is reported.
  package static func setOptions(_ options: @escaping @Sendable () -> Set<String>) {
    source.withLock { $0 = options }
  }
}

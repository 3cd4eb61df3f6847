import Synchronization

/// Texts that a test collects.
final class Found: Sendable {
  private let texts = Mutex<Set<String>>([])

  var all: Set<String> { texts.withLock { $0 } }

  func add(_ more: some Collection<String>) { texts.withLock { $0.formUnion(more) } }
}

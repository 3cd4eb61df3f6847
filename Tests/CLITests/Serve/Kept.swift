import Synchronization

/// What a task leaves for a test that goes on without it.
final class Kept<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

internal import Synchronization
public import TokenStorage

/// An operation of `TokenStore`.
public enum StoreCall: String, Sendable, Hashable, CaseIterable {
  /// `tokens(for:)`.
  case tokens
  /// `save(_:for:)`.
  case save
  /// `prepareSave(for:)`.
  case prepareSave
  /// `checkSaving()`.
  case checkSaving
  /// `delete(_:)`.
  case delete
  /// `accounts()` and `listing()`.
  case accounts
  /// `currentAccount(of:)`.
  case currentAccount
  /// `setCurrentAccount(_:)`.
  case setCurrentAccount
  /// `withLock(on:_:)`.
  case withLock
}

/// The planned failures of one or several ``FaultyTokenStore``, and a record of their calls.
public final class StoreFaults: Sendable {
  struct Fault {
    let error: TokenStoreError
    /// Whether the store performs the call before it fails.
    let isDone: Bool
  }

  private struct Plan {
    let fault: Fault
    /// The operation that fails, or `nil` for every one.
    let call: StoreCall?
    /// The number of matching calls that still succeed before.
    var passes: Int
    var times: Int
  }

  private struct State {
    var plans: [Plan] = []
    var calls: [StoreCall] = []
  }

  private let state = Mutex(State())

  /// Creates an empty plan.
  public init() {}

  /// The calls so far, in order.
  public var calls: [StoreCall] { state.withLock { $0.calls } }

  /// Returns the number of calls of one operation, with failed calls.
  ///
  /// - Parameter call: The operation.
  public func count(of call: StoreCall) -> Int { state.withLock { $0.calls.count { $0 == call } } }

  /// Whether all planned failures have happened.
  public var areOver: Bool { state.withLock { $0.plans.isEmpty } }

  /// Plans a failure.
  /// - Parameters:
  ///   - call: The operation that fails. `nil` means every operation.
  ///   - error: The error that the call throws.
  ///   - passes: The number of matching calls that succeed before, 0 or more. Default: 0.
  ///   - isDone: Whether the store performs the call before it fails. Default: no.
  ///   - times: The number of matching calls that fail, 1 or more. Default: 1. `Int.max` lasts
  ///     until ``heal()`` and simulates a process that died.
  public func fail(
    next call: StoreCall?, with error: TokenStoreError, after passes: Int = 0, done isDone: Bool = false, times: Int = 1
  ) {
    guard times > 0 else { return }
    let plan = Plan(fault: Fault(error: error, isDone: isDone), call: call, passes: passes, times: times)
    state.withLock { $0.plans.append(plan) }
  }

  /// Cancels all failures that didn't happen yet.
  public func heal() {
    state.withLock { $0.plans = [] }
  }

  /// Counts a call and takes the next failure for it.
  func next(_ call: StoreCall) -> Fault? {
    state.withLock { state in
      state.calls.append(call)
      guard let index = state.plans.firstIndex(where: { $0.call == nil || $0.call == call }) else { return nil }
      guard state.plans[index].passes == 0 else {
        state.plans[index].passes -= 1
        return nil
      }
      let fault = state.plans[index].fault
      state.plans[index].times -= 1
      if state.plans[index].times == 0 { state.plans.remove(at: index) }
      return fault
    }
  }
}

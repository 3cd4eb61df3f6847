internal import Synchronization
public import TokenStorage

/// One of the things that a `TokenStore` is asked for.
public enum StoreCall: String, Sendable, Hashable, CaseIterable {
  /// `tokens(for:)`.
  case tokens
  /// `save(_:for:)`.
  case save
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

/// What goes wrong in one or several ``FaultyTokenStore``, and what was asked of them.
public final class StoreFaults: Sendable {
  struct Fault {
    let error: TokenStoreError
    /// Whether the store does what it was asked for before it fails.
    let isDone: Bool
  }

  private struct Plan {
    let fault: Fault
    /// `nil` for every call.
    let call: StoreCall?
    /// How many calls that fit are let through before.
    var passes: Int
    var times: Int
  }

  private struct State {
    var plans: [Plan] = []
    var calls: [StoreCall] = []
  }

  private let state = Mutex(State())

  /// Nothing goes wrong yet.
  public init() {}

  /// Everything that was asked so far, in order.
  public var calls: [StoreCall] { state.withLock { $0.calls } }

  /// How often something was asked.
  ///
  /// - Parameter call: what was asked; failed calls count too.
  public func count(of call: StoreCall) -> Int { state.withLock { $0.calls.count { $0 == call } } }

  /// Whether everything that was planned has happened.
  public var areOver: Bool { state.withLock { $0.plans.isEmpty } }

  /// Plans a failure.
  /// - Parameters:
  ///   - call: what fails; `nil` is whatever is asked.
  ///   - error: how it fails.
  ///   - passes: how many such calls succeed before, 0 or more.
  ///   - isDone: whether the store has done what it was asked for when it fails.
  ///   - times: how many such calls fail, one or more; `Int.max`, until ``heal()``, is a process that died.
  public func fail(
    next call: StoreCall?, with error: TokenStoreError, after passes: Int = 0, done isDone: Bool = false, times: Int = 1
  ) {
    guard times > 0 else { return }
    let plan = Plan(fault: Fault(error: error, isDone: isDone), call: call, passes: passes, times: times)
    state.withLock { $0.plans.append(plan) }
  }

  /// Forgets all that was planned and didn't happen yet.
  public func heal() {
    state.withLock { $0.plans = [] }
  }

  /// Counts a call, and takes what is planned for it.
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

package import Dispatch
internal import FoundationBasics
internal import Synchronization

/// Time in which the system doesn't suspend the program, for work that holds a lock.
///
/// iOS ends an app that is suspended while it holds a lock in an app group's container
/// (`0xdead10cc`, developer.apple.com/documentation/xcode/sigkill), and other processes would wait
/// for the lock meanwhile. A suspended request for new tokens also loses its answer.
///
/// All works of the program share one activity of the system: each blocks a thread, and there are 64
/// (wireapp/wire-ios#4880).
package final class BackgroundTime: Sendable {
  /// Asks the system for time. The system calls the closure on a thread of its own: with `false`
  /// once there is time, which lasts until the closure returns; with `true` if there is none, or
  /// before the time ends, and then suspends the program soon after the closure has returned
  /// (developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)).
  package typealias Request = @Sendable (_ activity: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void

  /// The time of this system. macOS and Linux don't suspend programs.
  package static let system: BackgroundTime = {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    BackgroundTime { ProcessInfo.processInfo.performExpiringActivity(withReason: "Pixy's tokens", using: $0) }
    #else
    BackgroundTime(nil)
    #endif
  }()

  /// The works that share one activity.
  private final class Period: Sendable {
    let works = DispatchGroup()
  }

  private struct State {
    var period: Period?
    var isExpired = false
    /// The closures that stop the works.
    var stops: [Int: @Sendable () -> Void] = [:]
    var last = 0
  }

  private let request: Request?
  private let stopLimit: DispatchTimeInterval
  private let state = Mutex(State())

  /// Creates a time.
  ///
  /// - Parameters:
  ///   - request: Asks the system for time; `nil` for a system that doesn't suspend.
  ///   - stopLimit: The time that works have to stop after the end was announced. The announcement comes
  ///     about five seconds before the suspension (wireapp/wire-ios#5020).
  package init(_ request: Request?, stopLimit: DispatchTimeInterval = .seconds(4)) {
    self.request = request
    self.stopLimit = stopLimit
  }

  /// Runs a body without a suspension in its middle. When the time ends, the body is cancelled.
  ///
  /// - Throws: ``TokenStoreError/Kind/suspended`` if the time ended before the body; the body's error.
  package func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    guard request != nil else { return try await body() }
    let (ends, end) = AsyncStream<Void>.makeStream()
    let work = try begin { end.yield() }
    defer { finish(work) }
    let outcome = Mutex<Result?>(nil)
    do {
      return try await stopping(at: ends) {
        defer { end.finish() }
        let result = try await body()
        outcome.withLock { $0 = result }
        return result
      }
    } catch let error as TokenStoreError where error.kind == .suspended {
      // The body may have ended at the same moment.
      guard let result = outcome.withLock(\.self) else { throw error }
      return result
    }
  }

  /// Runs a short body without a suspension in its middle.
  ///
  /// - Throws: ``TokenStoreError/Kind/suspended`` if the time has just ended; the body's error.
  func hold<Result>(_ body: () throws(TokenStoreError) -> Result) throws(TokenStoreError) -> Result {
    guard request != nil else { return try body() }
    let work = try begin {}
    defer { finish(work) }
    return try body()
  }

  /// Runs a body without a suspension in its middle. It isn't cancelled, and has to be short.
  ///
  /// - Throws: ``TokenStoreError/Kind/suspended`` if the time has just ended; the body's error.
  func hold<Result>(
    _ body: () async throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    guard request != nil else { return try await body() }
    let work = try begin {}
    defer { finish(work) }
    return try await body()
  }

  /// Leaving the scope early cancels the body and waits for its end.
  private func stopping<Result: Sendable>(
    at ends: AsyncStream<Void>, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    async let result = body()
    for await _ in ends { throw TokenStoreError(.suspended) }
    return try await result
  }

  private func begin(stop: @escaping @Sendable () -> Void) throws(TokenStoreError) -> Int {
    let (number, newPeriod) = state.withLock { state -> (Int?, Period?) in
      guard !state.isExpired else { return (nil, nil) }
      let isNew = state.period == nil
      let period = state.period ?? Period()
      state.period = period
      period.works.enter()
      state.last += 1
      state.stops[state.last] = stop
      return (state.last, isNew ? period : nil)
    }
    guard let number else { throw TokenStoreError(.suspended) }
    if let newPeriod {
      request? { [weak self, stopLimit] isExpired in
        guard isExpired else {
          newPeriod.works.wait()
          return
        }
        self?.expire(newPeriod)
        _ = newPeriod.works.wait(timeout: .now() + stopLimit)
      }
    }
    return number
  }

  private func expire(_ period: Period) {
    let stops = state.withLock { state -> [Int: @Sendable () -> Void] in
      guard state.period === period else { return [:] }
      state.isExpired = true
      return state.stops
    }
    for stop in stops.values { stop() }
  }

  private func finish(_ number: Int) {
    let period = state.withLock { state in
      let period = state.period
      state.stops[number] = nil
      if state.stops.isEmpty {
        state.period = nil
        state.isExpired = false
      }
      return period
    }
    period?.works.leave()
  }
}

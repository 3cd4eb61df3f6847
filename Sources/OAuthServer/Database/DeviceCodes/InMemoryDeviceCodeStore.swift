#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// Sign-ins on devices in this process's memory. They are forgotten ten minutes after they expired; memory never holds
/// more than about twice what is still needed.
public final class InMemoryDeviceCodeStore: DeviceCodeStore {
  private struct State {
    var records: [SecretHash: DeviceCodeRecord] = [:]
    var deviceCodes: [SecretHash: SecretHash] = [:]
    var sweep = SweepSchedule()
    var minute = Int.min
    var wrongCodes = 0
    /// By address and by network: no more than two for each of ``wrongCodes``.
    var wrongCodesByOrigin: [SignInAttemptKey: Int] = [:]

    func record(userCode: SecretHash) -> DeviceCodeRecord? {
      deviceCodes[userCode].flatMap { records[$0] }
    }

    mutating func add(_ record: DeviceCodeRecord) {
      records[record.deviceCode] = record
      deviceCodes[record.userCode] = record.deviceCode
    }

    mutating func forgetExpired(_ moment: Date) {
      guard sweep.isDue(records.count) else { return }
      records = records.filter { moment < $0.value.expires + .seconds(600) }
      deviceCodes = deviceCodes.filter { records[$0.value] != nil }
      sweep.happened(remaining: records.count)
    }

    /// Whether another code may be looked at in the minute of a moment. A minute that isn't the last one begins anew, also
    /// after the clock was set back.
    mutating func admits(_ origin: UserCodeOrigin, at moment: Date, _ limits: WrongUserCodeLimits) -> Bool {
      let current = Int((moment.timeIntervalSince1970 / 60).rounded(.down))
      if current != minute { (minute, wrongCodes, wrongCodesByOrigin) = (current, 0, [:]) }
      return limits.admit(origin, inAll: wrongCodes) { wrongCodesByOrigin[$0, default: 0] }
    }
  }

  private let state = Mutex(State())

  /// Starts empty.
  public init() {}

  /// Keeps a new record unless one of its codes is in use.
  public func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    state.withLock { state in
      state.forgetExpired(moment)
      let others = [state.records[record.deviceCode], state.record(userCode: record.userCode)]
      guard others.allSatisfy({ $0.map { $0.expires <= moment } ?? true }) else { return false }
      state.add(record)
      return true
    }
  }

  /// Looks a user code up under a lock.
  public func find(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits
  ) async throws -> UserCodeLookup {
    state.withLock { state in
      guard state.admits(origin, at: moment, limits) else { return .tooManyWrong }
      if let record = state.record(userCode: userCode), record.isOpen(at: moment) { return .found(record) }
      state.wrongCodes += 1
      for key in origin.keys { state.wrongCodesByOrigin[key, default: 0] += 1 }
      return .unknown
    }
  }

  /// Takes a decision under a lock.
  public func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool {
    state.withLock { state in
      guard let deviceCode = state.deviceCodes[userCode] else { return false }
      return state.records[deviceCode]?.decide(decision, at: moment) ?? false
    }
  }

  /// Takes a poll under a lock.
  public func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll {
    state.withLock { $0.records[deviceCode]?.poll(by: client, at: moment) ?? .unknown }
  }

  /// Marks a record as redeemed under a lock.
  public func redeem(_ deviceCode: SecretHash) async throws -> Bool {
    state.withLock { $0.records[deviceCode]?.redeem() ?? false }
  }

  /// How many records are held, expired ones included.
  public var count: Int {
    state.withLock { $0.records.count }
  }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// A store of device sign-ins in this process's memory.
///
/// Records are deleted ten minutes after they expired. The memory holds at most about twice the
/// records that are still needed.
public final class InMemoryDeviceCodeStore: DeviceCodeStore {
  private struct State {
    var records: [SecretHash: DeviceCodeRecord] = [:]
    var deviceCodes: [SecretHash: SecretHash] = [:]
    var sweep = SweepSchedule()
    var minute = Int.min
    var wrongCodes = 0
    /// The counts by address and by network: at most two entries for each of ``wrongCodes``.
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

    /// Whether another code may be looked up in the minute of a moment. Any other minute than the
    /// last one starts new counts, even after the clock was set back.
    mutating func admits(_ origin: UserCodeOrigin, at moment: Date, _ limits: WrongUserCodeLimits) -> Bool {
      let current = Int((moment.timeIntervalSince1970 / 60).rounded(.down))
      if current != minute { (minute, wrongCodes, wrongCodesByOrigin) = (current, 0, [:]) }
      return limits.admit(origin, inAll: wrongCodes) { wrongCodesByOrigin[$0, default: 0] }
    }
  }

  private let state = Mutex(State())

  /// Creates an empty store.
  public init() {}

  /// Saves a new record, unless one of its codes is in use.
  public func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    state.withLock { state in
      state.forgetExpired(moment)
      let others = [state.records[record.deviceCode], state.record(userCode: record.userCode)]
      guard others.allSatisfy({ $0.map { $0.expires <= moment } ?? true }) else { return false }
      state.add(record)
      return true
    }
  }

  /// Looks up a user code, atomically.
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

  /// Records a decision, atomically.
  public func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool {
    state.withLock { state in
      guard let deviceCode = state.deviceCodes[userCode] else { return false }
      return state.records[deviceCode]?.decide(decision, at: moment) ?? false
    }
  }

  /// Records a poll, atomically.
  public func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll {
    state.withLock { $0.records[deviceCode]?.poll(by: client, at: moment) ?? .unknown }
  }

  /// Marks a record as redeemed, atomically.
  public func redeem(_ deviceCode: SecretHash) async throws -> Bool {
    state.withLock { $0.records[deviceCode]?.redeem() ?? false }
  }

  /// The number of stored records, including expired ones.
  public var count: Int {
    state.withLock { $0.records.count }
  }
}

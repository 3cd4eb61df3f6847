#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
public import OAuthServer

/// Device authorizations in a ``SQLiteServerDatabase``. Every change reads a record, lets it change
/// itself, and saves it in one transaction.
public struct SQLiteDeviceCodeStore: DeviceCodeStore {
  let work: DatabaseWork

  /// Saves a new record unless one of its codes is in use.
  /// - Parameters:
  ///   - record: The new record.
  ///   - moment: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    return try await work.write { database in
      // Two statements, because one with OR would read the whole table.
      let isTaken =
        try database.has(
          "SELECT 1 FROM device_codes WHERE device_code = ? AND expires > ?",
          [.hash(record.deviceCode), .moment(moment)])
        || database.has(
          "SELECT 1 FROM device_codes WHERE user_code = ? AND expires > ?", [.hash(record.userCode), .moment(moment)])
      guard !isTaken else { return false }
      try database.insert(record)
      return true
    }
  }

  /// Looks a user code up, and counts the wrong ones, in one transaction.
  /// - Parameters:
  ///   - userCode: The hash of the user code.
  ///   - origin: The address that the code came from.
  ///   - moment: The present time.
  ///   - limits: The numbers of wrong codes after which none is looked up.
  /// - Throws: ``ServerDatabaseError``.
  public func find(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits
  ) async throws -> UserCodeLookup {
    try await work.write { database in
      let wrongCodes = try WrongUserCodes(at: moment, database)
      let isAdmitted = try limits.admit(origin, inAll: wrongCodes.inAll) { try wrongCodes.count(of: $0, database) }
      guard isAdmitted else { return .tooManyWrong }
      if let record = try database.device(userCode: userCode), record.isOpen(at: moment) { return .found(record) }
      try wrongCodes.countOneMore(from: origin, database)
      return .unknown
    }
  }

  /// Takes a decision in one transaction.
  /// - Parameters:
  ///   - userCode: The hash of the user code.
  ///   - decision: The user's decision.
  ///   - moment: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func decide(userCode: SecretHash, _ decision: DeviceDecision, at moment: Date) async throws -> Bool {
    try await work.write { database in
      guard var record = try database.device(userCode: userCode), record.decide(decision, at: moment) else {
        return false
      }
      try database.update(record)
      return true
    }
  }

  /// Takes a poll in one transaction.
  /// - Parameters:
  ///   - deviceCode: The hash of the device code.
  ///   - client: The polling client.
  ///   - moment: The present time.
  /// - Throws: ``ServerDatabaseError``.
  public func poll(_ deviceCode: SecretHash, by client: String, at moment: Date) async throws -> DevicePoll {
    try await work.write { database in
      guard let before = try database.device(deviceCode) else { return .unknown }
      var record = before
      let answer = record.poll(by: client, at: moment)
      if record != before { try database.update(record) }
      return answer
    }
  }

  /// Marks a record as redeemed in one transaction.
  /// - Parameter deviceCode: The hash of the device code.
  /// - Throws: ``ServerDatabaseError``.
  public func redeem(_ deviceCode: SecretHash) async throws -> Bool {
    try await work.write { database in
      guard var record = try database.device(deviceCode), record.redeem() else { return false }
      try database.update(record)
      return true
    }
  }
}

public import FoundationBasics
public import OAuthServer

extension SQLServerDatabase {
  /// Saves a device authorization unless its user code is in use.
  public func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    try await work.write(locking: [.userCode(record.userCode), .deviceCode(record.deviceCode)]) { database in
      if let knownRecord = try database.device(record.deviceCode) { return knownRecord.userCode == record.userCode }
      let isTaken = try database.has(
        "SELECT 1 FROM device_codes WHERE user_code = ? AND expires > ?", [.hash(record.userCode), .moment(moment)])
      guard !isTaken else { return false }
      try database.insert(record)
      return true
    }
  }

  /// Looks a user code up, and counts a wrong one.
  public func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup {
    let attempt = CountedAttempt(.userCode, request)
    return try await work.write(locking: [.wrongUserCodes]) { database in
      guard try !attempt.isCounted(by: database) else { return .unknown }
      let wrongCodes = try WrongUserCodes(at: moment, database)
      let isAdmitted = try limits.admit(origin, inAll: wrongCodes.inAll) { try wrongCodes.count(of: $0, database) }
      guard isAdmitted else { return .tooManyWrong }
      if let record = try database.device(userCode: userCode), record.isOpen(at: moment) { return .found(record) }
      try wrongCodes.countOneMore(from: origin, database)
      try attempt.count(in: database, at: moment)
      return .unknown
    }
  }

  /// Takes a decision.
  public func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool {
    try await work.write(locking: [.userCode(userCode)]) { database in
      try database.change(try database.device(userCode: userCode)) {
        $0.decide(decision, at: moment, request: request)
      } ?? false
    }
  }

  /// Takes a poll.
  public func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll {
    try await work.write(locking: [.deviceCode(deviceCode)]) { database in
      try database.change(try database.device(deviceCode)) {
        $0.poll(by: client, at: moment, request: request)
      } ?? .unknown
    }
  }

  /// Saves the tokens of an approved device authorization.
  public func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion {
    let rows = try IssuedTokenRows(tokens)
    let locks = [.deviceCode(deviceCode)] + rows.locks + [signIn].compactMap { $0.map { SQLLock.session($0.session) } }
    let signIn = try signIn.map { try SessionGrantRow($0) }
    return try await work.write(locking: locks) { database in
      guard let before = try database.device(deviceCode) else { return .refused }
      var record = before
      guard try record.redeem(request: request) && !rows.isRefused(by: database) else { return .refused }
      guard record != before else { return .completed }
      if let signIn, try !database.has(signIn.session) { return .sessionEnded }
      try rows.insert(into: database)
      try signIn?.insert(into: database)
      try database.update(record)
      return .completed
    }
  }
}

extension SQLTransaction {
  /// Changes a record, and saves it if anything has changed.
  fileprivate func change<Result>(
    _ record: DeviceCodeRecord?, _ body: (inout DeviceCodeRecord) -> Result
  ) throws -> Result? {
    guard let before = record else { return nil }
    var record = before
    let result = body(&record)
    if record != before { try update(record) }
    return result
  }
}

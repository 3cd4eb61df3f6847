public import FoundationBasics
internal import OAuthCore

/// Device authorizations, kept for ten minutes after they expired, and the wrong user codes of the
/// last minute.
struct InMemoryDevices: Sendable {
  private(set) var table = InMemoryTable<SecretHash, DeviceCodeRecord>()
  private var deviceCodes: [SecretHash: SecretHash] = [:]
  private var minute = Int.min
  private var wrongCodes = 0
  /// The wrong codes by address and by network: two entries at most for each of ``wrongCodes``.
  private var wrongCodesByOrigin: [SignInAttemptKey: Int] = [:]

  func deviceCode(of userCode: SecretHash) -> SecretHash? { deviceCodes[userCode] }

  /// Changes a record, if there is one.
  mutating func change<Result>(
    _ deviceCode: SecretHash?, _ body: (inout DeviceCodeRecord) -> Result
  ) -> Result? {
    guard let deviceCode, var record = table[deviceCode] else { return nil }
    defer { table[deviceCode] = record }
    return body(&record)
  }

  mutating func begin(_ record: DeviceCodeRecord, at moment: Date) -> Bool {
    if table.isSweepDue {
      table.sweep { moment < $0.expires + .seconds(600) }
      deviceCodes = deviceCodes.filter { table[$0.value] != nil }
    }
    if let knownRecord = table[record.deviceCode] { return knownRecord.userCode == record.userCode }
    let other = deviceCode(of: record.userCode).flatMap { table[$0] }
    guard other.map({ $0.expires <= moment }) ?? true else { return false }
    table[record.deviceCode] = record
    deviceCodes[record.userCode] = record.deviceCode
    return true
  }

  mutating func removeAll(where isEnded: (DeviceCodeRecord) -> Bool) {
    for record in table.rows.values where isEnded(record) {
      table[record.deviceCode] = nil
      deviceCodes[record.userCode] = nil
    }
  }

  /// Returns whether another user code may be looked up. A minute that isn't the last one begins
  /// anew, even if the clock was set back.
  mutating func admits(_ origin: UserCodeOrigin, at moment: Date, _ limits: WrongUserCodeLimits) -> Bool {
    let current = Int((moment.timeIntervalSince1970 / 60).rounded(.down))
    if current != minute { (minute, wrongCodes, wrongCodesByOrigin) = (current, 0, [:]) }
    return limits.admit(origin, inAll: wrongCodes) { wrongCodesByOrigin[$0, default: 0] }
  }

  mutating func countWrongCode(from origin: UserCodeOrigin) {
    wrongCodes += 1
    for key in origin.keys { wrongCodesByOrigin[key, default: 0] += 1 }
  }
}

extension DeviceCodeRecord {
  /// The user who approved, until the tokens were fetched.
  var approver: Subject? {
    if case .approved(let subject) = state { subject } else { nil }
  }
}

extension InMemoryServerDatabase {
  /// Saves a device authorization unless its user code is in use.
  public func beginDeviceAuthorization(_ record: DeviceCodeRecord, at moment: Date) async throws -> Bool {
    transaction { $0.devices.begin(record, at: moment) }
  }

  /// Looks a user code up, and counts a wrong one.
  public func findDeviceAuthorization(
    userCode: SecretHash, from origin: UserCodeOrigin, at moment: Date, limits: WrongUserCodeLimits, request: RequestKey
  ) async throws -> UserCodeLookup {
    transaction { state in
      guard !state.attempts.isCounted(request, as: .userCode) else { return .unknown }
      guard state.devices.admits(origin, at: moment, limits) else { return .tooManyWrong }
      if let record = state.devices.deviceCode(of: userCode).flatMap({ state.devices.table[$0] }),
        record.isOpen(at: moment)
      {
        return .found(record)
      }
      state.devices.countWrongCode(from: origin)
      state.attempts.note(request, as: .userCode, at: moment)
      return .unknown
    }
  }

  /// Takes a decision.
  public func decideDeviceAuthorization(
    userCode: SecretHash, _ decision: DeviceDecision, at moment: Date, request: RequestKey
  ) async throws -> Bool {
    transaction { state in
      state.devices.change(state.devices.deviceCode(of: userCode)) {
        $0.decide(decision, at: moment, request: request)
      } ?? false
    }
  }

  /// Takes a poll.
  public func pollDeviceAuthorization(
    _ deviceCode: SecretHash, by client: String, at moment: Date, request: RequestKey
  ) async throws -> DevicePoll {
    transaction { $0.devices.change(deviceCode) { $0.poll(by: client, at: moment, request: request) } ?? .unknown }
  }

  /// Saves the tokens of an approved device authorization.
  public func completeDeviceAuthorization(
    _ deviceCode: SecretHash, with tokens: [IssuedToken], signIn: SessionSignIn?, request: RequestKey
  ) async throws -> DeviceCompletion {
    let now = clock.now()
    return transaction { state in
      guard let before = state.devices.table[deviceCode] else { return .refused }
      var record = before
      guard record.redeem(request: request) else { return .refused }
      guard record != before else {
        return tokens.contains { state.tokens.isRevoked($0.grant) } ? .refused : .completed
      }
      if let signIn, !state.sessions.has(signIn.session) { return .sessionEnded }
      guard state.tokens.save(tokens, at: now) else { return .refused }
      if let signIn { state.sessions.add(signIn) }
      _ = state.devices.change(deviceCode) { $0 = record }
      return .completed
    }
  }
}

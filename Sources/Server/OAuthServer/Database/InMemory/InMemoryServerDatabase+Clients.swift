public import FoundationBasics
internal import OAuthCore

extension InMemoryServerDatabase {
  /// Saves a client, and makes room for it by removing unused ones.
  public func register(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at moment: Date
  ) async throws -> RegistrationOutcome {
    transaction { state in
      guard state.registrations[record.client.id] == nil else { return .added }
      // A clock that was ahead has left later times.
      let recent = state.registrations.values.count {
        $0.issuedAt > moment.addingTimeInterval(-60) && $0.issuedAt <= moment
      }
      guard recent < limits.clientsPerMinute else { return .tooFast }
      if state.registrations.count >= limits.clients {
        state.registrations = state.registrations.filter { $0.value.isKept(at: moment) }
      }
      if state.registrations.count >= limits.clients {
        let unusedRegistrations = state.registrations.values.filter {
          $0.unusedUntil != nil && $0.issuedAt <= moment.addingTimeInterval(-3_600)
        }
        guard let oldest = unusedRegistrations.min(by: { ($0.issuedAt, $0.client.id) < ($1.issuedAt, $1.client.id) })
        else {
          return .full
        }
        state.registrations[oldest.client.id] = nil
      }
      state.registrations[record.client.id] = record
      return .added
    }
  }

  /// Returns a client that registered itself.
  public func registration(_ clientID: String, at moment: Date) async throws -> ClientRegistrationRecord? {
    transaction { $0.registrations[clientID].flatMap { $0.isKept(at: moment) ? $0 : nil } }
  }

  /// Replaces an existing registration.
  public func replaceRegistration(_ record: ClientRegistrationRecord) async throws -> Bool {
    transaction { state in
      guard let old = state.registrations[record.client.id] else { return false }
      state.registrations[record.client.id] = record
      if old.unusedUntil == nil { state.registrations[record.client.id]?.unusedUntil = nil }
      return true
    }
  }

  /// Notes that a client was used.
  public func markRegistrationUsed(_ clientID: String) async throws {
    transaction { $0.registrations[clientID]?.unusedUntil = nil }
  }

  /// Removes a client.
  public func removeRegistration(_ clientID: String) async throws {
    transaction { $0.registrations[clientID] = nil }
  }

  /// Returns the permissions that a user has given a client.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    transaction { $0.consents[subject]?[clientID] }
  }

  /// Adds to the permissions that a user has given a client.
  public func addConsent(_ consent: ConsentRecord) async throws {
    transaction { state in
      let earlierConsent = state.consents[consent.subject]?[consent.clientID]
      state.consents[consent.subject, default: [:]][consent.clientID] = earlierConsent?.adding(consent) ?? consent
    }
  }

  /// Returns everything that a user has allowed.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    transaction { Array($0.consents[subject, default: [:]].values) }
  }

  /// Removes the permissions that a user has given a client.
  public func removeConsent(of subject: Subject, to clientID: String) async throws {
    transaction { state in
      state.consents[subject]?[clientID] = nil
      if state.consents[subject]?.isEmpty == true { state.consents[subject] = nil }
    }
  }

  /// Ends everything that a user allowed to one client or to all.
  public func endGrants(of subject: Subject, to clientID: String?) async throws {
    let until = clock.now() + .seconds(3_600)
    @Sendable func isOwn(_ owner: Subject?, _ client: String) -> Bool {
      owner == subject && client == clientID ?? client
    }
    transaction { state in
      var grants = Set(state.codes.removeAll { isOwn($0.subject, $0.clientID) }.map(\.grant))
      for token in state.tokens.removeAll({ isOwn($0.subject, $0.clientID) })
      where clientID == nil || token.kind == .refresh {
        // The grant of an exchanged access token is another client's, and goes on.
        grants.insert(token.grant)
      }
      for grant in grants { state.tokens.revoke(grant, refusingUntil: until) }
      state.devices.removeAll { isOwn($0.approver, $0.clientID) }
      for client in state.consents[subject, default: [:]].keys where client == clientID ?? client {
        state.consents[subject]?[client] = nil
      }
      if state.consents[subject]?.isEmpty == true { state.consents[subject] = nil }
    }
  }

  /// Returns all signing keys.
  public func signingKeyRecords() async throws -> [SigningKeyRecord] {
    transaction { Array($0.signingKeys.values) }
  }

  /// Adds a signing key if no other process was faster.
  public func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    transaction { state in
      guard state.signingKeys[record.keyID] == nil else { return true }
      let others = state.signingKeys.values.filter { $0.algorithm == record.algorithm }
      guard others.max(by: { $1.isNewer(than: $0) })?.keyID == newest else { return false }
      for other in others where other.publishedUntil == nil { state.signingKeys[other.keyID]?.publishedUntil = end }
      state.signingKeys[record.keyID] = record
      return true
    }
  }

  /// Removes a signing key.
  public func removeSigningKey(_ keyID: String) async throws {
    transaction { $0.signingKeys[keyID] = nil }
  }
}

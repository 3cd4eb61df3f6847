internal import OAuthCore
internal import OAuthServerHummingbird

extension ServeSettings {
  /// Rejects settings that other settings leave without effect. Their operator may rely on them.
  /// - Throws: `SettingsError` that names both settings.
  func checkEffects() throws(SettingsError) {
    guard !resolution.isGiven(\.sessionIdle) || self.sessionIdle <= self.sessionLifetime else {
      throw .conflict(
        "lifetimes.session_idle is longer than lifetimes.session, and each session would end before it is idle.")
    }
    if let share = self.connectionsPerAddress, share > self.maximumConnections ?? ConnectionLimits.mostByDefault {
      throw .conflict(
        """
        connections.per_address is more than connections.maximum, which is at most \
        \(ConnectionLimits.mostByDefault) by default: one address could take all connections.
        """)
    }
    guard !self.auditsNoAddresses || self.auditFile != nil || self.auditDays != nil else {
      throw .missing(
        "audit.without_addresses is about audit records, and audit.file and audit.database_days are missing.")
    }
    switch (databasePlace, replicaPlace) {
    case (.postgreSQL?, .postgreSQL?), (_, nil): break
    default:
      throw .conflict(
        "replica.database is a replica of a PostgreSQL database: both it and database must be addresses of PostgreSQL.")
    }
    guard self.database != nil || !resolution.isGiven(\.clockTolerance) else {
      throw .missing("clock_tolerance is about records in the database, and database is missing.")
    }
    guard self.replicaDatabase != nil || !resolution.isGiven(\.replicaLimit) else {
      throw .missing("replica.limit is about the read replica, and replica.database is missing.")
    }
    guard
      self.acceptsClientDocuments || resolution.isGiven(\.acceptsClientDocuments)
        || (self.clientDocumentDomains == nil && self.refusedClientDocumentDomains.isEmpty)
    else {
      throw .missing(
        """
        client_documents.domains and client_documents.refused_domains are about clients with a metadata document, and \
        client_documents.accept is missing.
        """)
    }
    try checkRegistration()
  }

  /// Rejects settings of a registration that isn't offered. With `"open": false` in the file, an
  /// operator closes the registration for a time and keeps its other settings.
  private func checkRegistration() throws(SettingsError) {
    guard self.initialAccessTokenFile == nil, !resolution.isGiven(\.isRegistrationOpen) else { return }
    let settings: [(ServeSetting, Bool)] = [
      (
        ServeSetting(\.registrationGrants), resolution.isGiven(\.registrationGrants) && !self.acceptsClientDocuments
      ),
      (
        ServeSetting(\.registrationScopes), resolution.isGiven(\.registrationScopes) && !self.acceptsClientDocuments
      ),
      (
        ServeSetting(\.privateUseSchemes), resolution.isGiven(\.privateUseSchemes) && !self.acceptsClientDocuments
      ),
      (ServeSetting(\.clientsPerMinute), resolution.isGiven(\.clientsPerMinute)),
      (ServeSetting(\.maximumClients), resolution.isGiven(\.maximumClients)),
      (ServeSetting(\.softwareStatementIssuers), resolution.isGiven(\.softwareStatementIssuers)),
      (ServeSetting(\.registeredClientsNeedNoProofKey), self.registeredClientsNeedNoProofKey),
      (ServeSetting(\.documentsMayBeElsewhere), self.documentsMayBeElsewhere),
    ]
    guard let setting = settings.first(where: { $0.1 })?.0 else { return }
    throw .missing(
      """
      \(setting.path) is about clients that register themselves, and registration is closed: registration.open and \
      registration.initial_access_token_file are missing.
      """)
  }
}

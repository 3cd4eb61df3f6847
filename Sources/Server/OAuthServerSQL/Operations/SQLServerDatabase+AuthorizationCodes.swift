public import FoundationBasics
public import OAuthServer

extension SQLServerDatabase {
  /// Saves a code with its sign-in, and consumes its pushed request.
  public func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome {
    let values = try record.values()
    let locks = [signIn.map { SQLLock.session($0.session) }, pushedRequest.map { SQLLock.pushedRequest($0) }]
      .compactMap(\.self)
    let signIn = try signIn.map { try SessionGrantRow($0) }
    return try await work.write(locking: locks, first: signIn?.session) { database in
      if let signIn, try !database.has(signIn.session) { return .sessionEnded }
      if let pushedRequest, try !database.consume(pushedRequest, by: request) { return .requestConsumed }
      try signIn?.insert(into: database)
      try database.perform(
        """
        INSERT INTO authorization_codes (hash, grant_id, client, redirect_uri, challenge_method, challenge, subject,
          scope, expires, remembered_until, details, nonce) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (hash) DO NOTHING
        """, values)
      return .saved
    }
  }

  /// Returns the record of a code.
  public func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
    try await work.find(
      """
      SELECT grant_id, client, redirect_uri, challenge_method, challenge, subject, scope, expires, remembered_until,
        details, nonce FROM authorization_codes WHERE hash = ?
      """, [.hash(hash)]
    ) { try AuthorizationCodeRecord(hash, &$0) }
  }

  /// Spends a code by one conditional update, and saves its tokens.
  public func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    let rows = try IssuedTokenRows(tokens)
    let spending = SQLStatement(
      """
      UPDATE authorization_codes SET spent = 1, spent_by = ? WHERE hash = ? AND spent = 0 AND expires > ?
        AND NOT EXISTS (SELECT 1 FROM revoked_grants WHERE revoked_grants.grant_id = authorization_codes.grant_id)
      """, [.key(request), .hash(hash), .moment(moment)])
    return try await work.write(locking: [.code(hash)] + rows.locks, first: spending) { database in
      guard try database.run(spending) == 0 else {
        try rows.insert(into: database)
        return .redeemed
      }
      let code = try database.first(
        "SELECT grant_id, spent_by FROM authorization_codes WHERE hash = ? AND spent = 1", [.hash(hash)]
      ) { (grant: try $0.grant(), spender: try $0.optionalRequestKey()) }
      guard let code else { return .refused }
      guard code.spender == request else {
        try database.revoke(code.grant, refusingUntil: until)
        return .usedAgain
      }
      return try database.isRevoked(code.grant) ? .refused : .redeemed
    }
  }
}

public import FoundationBasics

/// The look-up of tokens, for endpoints that validate tokens and change none.
public protocol TokenLookup: Sendable {
  /// Returns the record of a token, even if it has expired or was spent (``IssuedToken/spentAt``).
  ///
  /// - Parameter hash: The value of ``SecretHash/init(ofToken:)``.
  /// - Returns: `nil` if the token is unknown, revoked or was removed.
  /// - Throws: Any error of the database. The request ends with status 500, which doesn't say
  ///   whether the token is valid.
  func token(_ hash: SecretHash) async throws -> IssuedToken?
}

/// Access and refresh tokens from their creation to their revocation.
public protocol TokenOperations: TokenLookup {
  /// Saves new tokens of one grant, all or none.
  ///
  /// - Parameter tokens: The tokens of one answer, by hashes of fresh secrets.
  /// - Returns: `false`, with nothing changed, if the grant was revoked.
  /// - Throws: Any error of the database. The client gets none of the tokens.
  func save(_ tokens: [IssuedToken]) async throws -> Bool

  /// Spends a refresh token and saves the tokens that replace it (RFC 9700 §4.14.2).
  ///
  /// A second request with a spent token comes from a thief, or from a client that got no answer.
  /// Within the leeway nothing changes, and the server answers with the tokens that have replaced
  /// it. After the leeway the grant is revoked in the same step, as by
  /// ``revoke(_:refusingUntil:)``. A spent token is recognized until it expires, or until the tokens
  /// of its revoked grant are removed.
  ///
  /// - Parameters:
  ///   - use: The token, what replaces it, and the rules.
  ///   - request: The key of the HTTP request.
  /// - Returns: ``RefreshOutcome/refreshed`` to exactly one request, if the use spends the token.
  /// - Throws: Any error of the database. The client gets none of the tokens.
  func refresh(_ use: RefreshTokenUse, request: RequestKey) async throws -> RefreshOutcome

  /// Ends one access token, which is unknown from then on. The other tokens of its grant stay
  /// valid.
  ///
  /// It is never called for a refresh token: a spent one that was removed couldn't be recognized.
  ///
  /// - Parameter hash: The value of ``SecretHash/init(ofToken:)``. An unknown token is no error.
  /// - Throws: Any error of the database. The client gets an error.
  func revokeAccessToken(_ hash: SecretHash) async throws

  /// Ends a grant: all of its tokens are unknown from then on.
  ///
  /// - Parameters:
  ///   - grant: The grant. One without tokens is no error.
  ///   - until: The end of the time in which no token of the grant is saved. A request that is
  ///     still under way can't bring the grant back. The latest of several moments counts.
  /// - Throws: Any error of the database. The tokens may still be valid.
  func revoke(_ grant: GrantID, refusingUntil until: Date) async throws
}

/// One use of a refresh token.
public struct RefreshTokenUse: Sendable, Hashable {
  /// The hash of the refresh token.
  public let token: SecretHash
  /// The new tokens, all of the same grant, by hashes of fresh secrets.
  public let successors: [IssuedToken]
  /// The present time.
  public let moment: Date
  /// The new refresh token in a form that only the spent one decrypts; `nil` if there is none. The
  /// database saves it with the spent token (``IssuedToken/sealedSuccessor``).
  public let sealedSuccessor: [UInt8]?
  /// The time for which a second use of a spent token is allowed. Zero: no time.
  public let leeway: Duration
  /// Whether the use spends the token. Tokens of clients that follow FAPI 2.0 are used again and
  /// again (FAPI 2.0 Security Profile §5.3.2.1).
  public let isSpending: Bool
  /// The end of the time in which a revoked grant gets no tokens.
  public let refusedUntil: Date

  /// Creates a use.
  ///
  /// - Parameters:
  ///   - token: The hash of the refresh token.
  ///   - successors: The new tokens.
  ///   - sealedSuccessor: The new refresh token, encrypted. Default: none.
  ///   - moment: The present time.
  ///   - leeway: The time for which a second use is allowed. Default: zero.
  ///   - isSpending: Whether the use spends the token. Default: yes.
  ///   - refusedUntil: The end of the time in which a revoked grant gets no tokens.
  public init(
    token: SecretHash, successors: [IssuedToken], sealedSuccessor: [UInt8]? = nil, moment: Date,
    leeway: Duration = .zero, isSpending: Bool = true, refusedUntil: Date
  ) {
    self.token = token
    self.successors = successors
    self.sealedSuccessor = sealedSuccessor
    self.moment = moment
    self.leeway = leeway
    self.isSpending = isSpending
    self.refusedUntil = refusedUntil
  }

  /// Returns the outcome for a token that was spent before. Databases call it, so that all apply
  /// the same rule.
  ///
  /// After ``RefreshOutcome/spentBefore`` the database changes nothing, after
  /// ``RefreshOutcome/usedAgain`` it revokes the grant. The clocks of several servers differ, so
  /// the first use can lie in the future. The leeway limits that difference too: otherwise a clock
  /// that was set back would extend the leeway by hours.
  ///
  /// - Parameters:
  ///   - spendingTime: The moment of the use that spent the token.
  ///   - spender: The key of the request that spent the token; `nil` if none was saved.
  ///   - request: The key of this request.
  public func outcome(spentAt spendingTime: Date, by spender: RequestKey?, request: RequestKey) -> RefreshOutcome {
    if spender == request { return .refreshed }
    return isWithinLeeway(spendingTime) ? .spentBefore : .usedAgain
  }

  /// Returns whether a token that was spent at a moment may be used once more.
  func isWithinLeeway(_ spendingTime: Date) -> Bool {
    abs(moment.timeIntervalSince(spendingTime)) < leeway / .seconds(1)
  }
}

/// The result of using a refresh token.
public enum RefreshOutcome: Sendable, Hashable {
  /// The successors were saved. This request spent the token, if ``RefreshTokenUse/isSpending``.
  case refreshed
  /// Another request had spent the token within the leeway. Nothing was changed.
  case spentBefore
  /// Another request had spent the token. Its grant is revoked, and the successors weren't saved.
  case usedAgain
  /// The token is unknown, isn't a refresh token, or its grant is revoked. Nothing was changed.
  case refused
}

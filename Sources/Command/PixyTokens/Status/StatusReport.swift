internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The output of `pixy status`.
struct StatusReport {
  let accounts: [StoredAccount]
  let current: Account?
  /// The place where tokens are stored; `nil` if none were ever stored.
  let location: StorageLocation?
  let now: Date
  /// The reason why commands can't use the default account, if there is no such account.
  let problem: (any Error)?

  /// Whether the default account has or can get a token without the user. Without a default
  /// account, whether all accounts can.
  var isUsable: Bool {
    let relevant = accounts.filter { current == nil || $0.account == current }
    return !relevant.isEmpty && relevant.allSatisfy { $0.state(at: now) != .ended }
  }

  /// Returns the report as lines of text, two for each account.
  func lines(_ style: TextStyle) -> [String] {
    let all = accounts.map(\.account)
    return accounts.flatMap { storedAccount in
      let scope = (storedAccount.tokens.scope ?? storedAccount.record.scope).parameter
      let words = Self.words(storedAccount, now, style)
      let state = storedAccount.state(at: now)
      let details =
        [
          scope.isEmpty ? "no scope" : "scope \(UntrustedText(scope))",
          "client \(UntrustedText(storedAccount.record.client.id)), by \(storedAccount.record.grant.rawValue)",
        ] + storedAccount.record.resources.map { "for \(UntrustedText($0))" }
      // Nothing follows a command that the user has to copy.
      let line =
        state == .ended ? details + [words] : [words] + Self.clauses(storedAccount, now, style) + details
      return [
        "\(storedAccount.account == current ? "*" : " ") \(UntrustedText(storedAccount.account.choice(among: all)))",
        "    \(line.joined(separator: "; "))",
      ]
    }
  }

  /// The report as members of a JSON object, without secrets.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "version": 1, "accounts": .array(accounts.map { .object(self.members(of: $0)) }),
    ]
    members["storage"] = location.map { location in
      [
        "kind": .string(location.kind.rawValue), "place": .string(location.place),
        "protection": .string(location.protection),
      ]
    }
    return members
  }

  private func members(of storedAccount: StoredAccount) -> [String: JSONValue] {
    var members = storedAccount.account.members
    members["current"] = .bool(storedAccount.account == current)
    members["state"] = .string(storedAccount.state(at: now).rawValue)
    members["grant"] = .string(storedAccount.record.grant.rawValue)
    members["client_id"] = .string(storedAccount.record.client.id)
    members["token_type"] = .string(storedAccount.tokens.tokenType.rawValue)
    members["scope"] = .string((storedAccount.tokens.scope ?? storedAccount.record.scope).parameter)
    members["refreshable"] = .bool(storedAccount.tokens.refreshToken != nil)
    members["received_at"] = .string(storedAccount.tokens.receivedAt.formatted(.iso8601))
    members["expires_at"] = storedAccount.tokens.expiresAt.map { .string($0.formatted(.iso8601)) }
    let resources = storedAccount.record.resources
    if !resources.isEmpty { members["resources"] = .array(resources.map { .string($0) }) }
    members["subject"] = storedAccount.record.subject.map { .string($0) }
    return members.merging(storedAccount.signInMembers) { $1 }
  }

  private static func clauses(_ storedAccount: StoredAccount, _ now: Date, _ style: TextStyle) -> [String] {
    let clauses = storedAccount.signInClauses(at: now)
    return storedAccount.endsSoon(at: now) ? clauses.map { style.mark($0, .doubtful) } : clauses
  }

  private static func words(_ storedAccount: StoredAccount, _ now: Date, _ style: TextStyle) -> String {
    let bound = storedAccount.tokens.tokenType == .dpop ? ", bound to a key" : ""
    let after =
      storedAccount.record.grant.isRepeatable && storedAccount.tokens.refreshToken == nil
      ? "then a new one is requested"
      : storedAccount.isRenewable(at: storedAccount.tokens.expiresAt ?? now)
        ? "then it is refreshed" : "then you sign in again"
    switch storedAccount.state(at: now) {
    case .valid:
      let good = style.mark("valid", .good)
      guard let end = storedAccount.tokens.expiresAt else { return "\(good), the server gave no lifetime\(bound)" }
      return "\(good) for \(Duration.seconds(Int64(end.timeIntervalSince(now))).inWords)\(bound), \(after)"
    case .renewable: return "\(style.mark("expired", .doubtful)), refreshed at the next use\(bound)"
    case .ended: return "\(style.mark("expired", .bad))\(bound). Sign in: \(storedAccount.record.loginCommand)"
    }
  }
}

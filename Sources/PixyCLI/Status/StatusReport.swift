#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// What `pixy status` says.
struct StatusReport {
  let accounts: [KeptAccount]
  let current: Account?
  /// Where tokens are kept; `nil` if nothing ever was.
  let location: StorageLocation?
  let now: Date

  /// Whether the account that commands use can be used without anybody; without such an account, whether all can.
  var isUsable: Bool {
    let relevant = accounts.filter { current == nil || $0.account == current }
    return !relevant.isEmpty && relevant.allSatisfy { $0.state(at: now) != .ended }
  }

  /// For people.
  func lines(_ style: TextStyle) -> [String] {
    guard !accounts.isEmpty, let location else { return [] }
    return accounts.flatMap { kept in
      [
        "\(kept.account == current ? "*" : " ") \(UntrustedText("\(kept.account.name)@\(kept.server)"))",
        "    token    \(Self.words(kept, now, style))",
        "    scope    \(UntrustedText((kept.tokens.scope ?? kept.record.scope).parameter))",
        "    client   \(UntrustedText(kept.record.client.id)), by \(kept.record.grant.rawValue)",
      ]
    } + ["", "Tokens are kept here: \(location.description)"]
  }

  /// For programs; without any secret.
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

  private func members(of kept: KeptAccount) -> [String: JSONValue] {
    var members = kept.account.members
    members["current"] = .bool(kept.account == current)
    members["state"] = .string(kept.state(at: now).rawValue)
    members["grant"] = .string(kept.record.grant.rawValue)
    members["client_id"] = .string(kept.record.client.id)
    members["token_type"] = .string(kept.tokens.tokenType.rawValue)
    members["scope"] = .string((kept.tokens.scope ?? kept.record.scope).parameter)
    members["refreshable"] = .bool(kept.tokens.refreshToken != nil)
    members["received_at"] = .string(kept.tokens.receivedAt.formatted(.iso8601))
    members["expires_at"] = kept.tokens.expiresAt.map { .string($0.formatted(.iso8601)) }
    members["subject"] = kept.record.subject.map { .string($0) }
    return members
  }

  private static func words(_ kept: KeptAccount, _ now: Date, _ style: TextStyle) -> String {
    let bound = kept.tokens.tokenType == .dpop ? ", bound to a key" : ""
    let after =
      kept.tokens.refreshToken != nil
      ? "then it is refreshed"
      : kept.record.grant == .clientCredentials ? "then it is asked for again" : "then you sign in again"
    switch kept.state(at: now) {
    case .valid:
      let good = style.mark("good", .good)
      guard let end = kept.tokens.expiresAt else { return "\(good), the server didn't say for how long\(bound)" }
      return "\(good) for \(Duration.seconds(Int64(end.timeIntervalSince(now))).inWords)\(bound), \(after)"
    case .renewable: return "\(style.mark("ended", .doubtful)), renewed at the next use\(bound)"
    case .ended: return "\(style.mark("ended", .bad))\(bound). Sign in: \(kept.record.loginCommand)"
    }
  }
}

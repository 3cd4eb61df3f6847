package import TokenStorage

/// The accounts that match a choice, such as the value of `--account`.
package enum AccountSelection: Sendable, Hashable {
  case none
  case one(Account)
  /// Several accounts match, so the choice is ambiguous.
  case several([Account])

  /// - Parameters:
  ///   - choice: A name, a server, or both as `NAME@SERVER`. The host of a resource is enough if nothing else matches.
  ///   - accounts: The accounts to select from.
  package init(_ choice: String, in accounts: [Account]) {
    let exact = accounts.filter { $0.matches(choice) }
    let matches = exact.isEmpty ? accounts.filter { $0.isForResource(at: choice) } : exact
    self = matches.count > 1 ? .several(matches) : matches.first.map { .one($0) } ?? .none
  }

  /// Returns the account that a command is about, as a choice.
  /// - Parameters:
  ///   - option: The value of `--account`, which wins over `PIXY_ACCOUNT`.
  ///   - environment: The environment variables. An empty variable counts as unset.
  /// - Returns: `nil` for the default account.
  package static func choice(option: String?, environment: [String: String]) -> String? {
    option ?? environment["PIXY_ACCOUNT"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

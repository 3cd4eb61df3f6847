internal import PixyAccounts

/// The arguments of `pixy token` that the front command supports: the account, the minimum
/// validity, and the form of the output.
///
/// Everything else, including invalid arguments, is left to the whole command, which explains
/// mistakes.
struct TokenArguments: Hashable {
  var account: String?
  var set = AccountSet.usual
  var minimumValidity = Duration.zero
  var asHeader = false

  /// Parses the arguments.
  ///
  /// - Parameters:
  ///   - arguments: The process's arguments, including its name.
  ///   - environment: The environment variables, of which `PIXY_ACCOUNT` and `PIXY_PROFILE` are
  ///     used.
  /// - Returns: `nil` if the whole command is needed.
  init?(_ arguments: [String], environment: [String: String]) {
    // Under other names, pixy is a helper of git or docker.
    guard arguments.count >= 2, arguments[0].split(separator: "/").last == "pixy", arguments[1] == "token" else {
      return nil
    }
    var values: [String: String] = [:]
    var rest = arguments[2...]
    while let word = rest.popFirst() {
      if word == "--header" {
        asHeader = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard Self.options.contains(parts[0]), values[parts[0]] == nil,
        let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty, !value.hasPrefix("-")
      else { return nil }
      values[parts[0]] = value
    }
    account = AccountSelection.choice(option: values["--account"], environment: environment)
    if let name = AccountSet.name(option: values["--profile"], environment: environment) {
      guard let accountSet = AccountSet(name) else { return nil }
      set = accountSet
    }
    if let text = values["--min-valid"] {
      guard let duration = TypedDuration(text) else { return nil }
      minimumValidity = duration.duration
    }
  }

  private static let options: Set<String> = ["--account", "--profile", "--min-valid"]
}

/// A separate set of accounts, for example one for work, selected with `--profile` or
/// `PIXY_PROFILE`.
package struct AccountSet: Sendable, Hashable {
  /// The default set.
  package static let usual = AccountSet(app: "pixy-cli")

  /// The set's name in keyrings and folders. It differs from the library's default name, so
  /// programs that use that one share no tokens with `pixy`.
  package let app: String

  /// Creates the set with a name.
  ///
  /// - Parameter name: 1 to 64 ASCII letters, digits, dots, hyphens and underscores.
  /// - Returns: `nil` for any other name.
  package init?(_ name: String) {
    let isUsable =
      (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    guard isUsable else { return nil }
    app = "pixy-cli.\(name)"
  }

  /// Returns the name of the set that a command is about.
  /// - Parameters:
  ///   - option: The value of `--profile`, which wins over `PIXY_PROFILE`.
  ///   - environment: The environment variables. An empty variable counts as unset.
  /// - Returns: `nil` for the default set.
  package static func name(option: String?, environment: [String: String]) -> String? {
    option ?? environment["PIXY_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private init(app: String) {
    self.app = app
  }
}

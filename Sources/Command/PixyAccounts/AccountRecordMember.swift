package import OAuthCore
package import TokenStorage

/// The member of stored tokens that contains the account record: how the tokens were obtained.
package enum AccountRecordMember {
  /// The name of the member.
  package static let name = "pixy_account"
  /// The version of the format that this version of `pixy` reads and writes.
  package static let version: Int64 = 1

  /// Returns the members of the account record beside stored tokens.
  /// - Returns: `nil` if the tokens have no record, or another version wrote it.
  package static func members(of tokens: StoredTokens) -> [String: JSONValue]? {
    guard let members = tokens.additionalMembers[name]?.object, members["version"] == .integer(version) else {
      return nil
    }
    return members
  }
}

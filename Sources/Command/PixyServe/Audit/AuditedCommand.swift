/// An administration command in the audit log, such as `user add ada, by root`: two words, the target,
/// the changed members, and the person who ran it.
struct AuditedCommand {
  /// The first word, such as `user`.
  private let noun: Substring
  /// The second word, such as `add`.
  private let verb: Substring
  /// The target of the command. It begins with the user name if the command is about a user.
  private let target: Substring

  /// Reads the detail of a record.
  /// - Returns: `nil` if the command is about nothing.
  init?(detail: String) {
    var words = detail[...]
    for end in [", by ", ", changed "] {
      if let range = words.ranges(of: end).last { words = words[..<range.lowerBound] }
    }
    let parts = words.split(separator: " ", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    (noun, verb, target) = (parts[0], parts[1], parts[2])
  }

  /// Returns whether the command is about a user.
  /// - Parameter username: The user name. It may contain spaces.
  func isAbout(user username: String) -> Bool {
    guard ["user", "session", "grant", "group"].contains(noun) else { return false }
    // A session, a client, a group or an option follows the user name of these commands.
    let hasMore = verb == "end" || verb == "password" || noun == "group"
    return target == username || (hasMore && target.hasPrefix(username + " "))
  }

  /// Returns whether the command is about a client.
  func isAbout(client: String) -> Bool {
    switch noun {
    case "client": target == client
    case "grant": target.hasSuffix(" " + client)
    default: false
    }
  }
}

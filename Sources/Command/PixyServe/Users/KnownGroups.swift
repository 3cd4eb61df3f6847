internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

/// The groups of the database and the configuration file: those that users are in, and those that clients
/// allow.
struct KnownGroups {
  /// The names of the users in each group, sorted.
  let users: [String: [String]]
  /// The client IDs that allow each group, sorted.
  let clients: [String: [String]]

  /// Reads all users and clients.
  init(in database: ServedDatabase, _ settings: ServeSettings) async throws {
    let allUsers = try await database.contents.allUsers() + settings.users.map(\.user)
    let allClients = try await database.contents.allClients() + settings.clients.map(\.client)
    users = Self.index(allUsers.map { ($0.username, $0.groups) })
    clients = Self.index(allClients.map { ($0.id, $0.settings.allowedGroups) })
  }

  /// The names of all groups, sorted.
  var names: [String] { Set(users.keys).union(clients.keys).sorted() }

  /// Warns of groups without users, which are probably misspelled.
  func warnOfEmpty(_ groups: [String], _ console: Console) {
    for group in groups where users[group] == nil {
      console.say("warning: no user is in the group \(UntrustedText(group)).\(suggestion(for: group, in: users))")
    }
  }

  /// Warns of groups that are new although a group has nearly the same name.
  func warnOfNew(_ groups: [String], _ console: Console) {
    for group in groups where !names.contains(group) {
      let similar = suggestion(for: group, in: users.merging(clients) { $0 + $1 })
      if !similar.isEmpty { console.say("warning: the group \(UntrustedText(group)) is new.\(similar)") }
    }
  }

  private func suggestion(for group: String, in members: [String: [String]]) -> String {
    Spelling.closest(to: group, among: members.keys.sorted()).map { " Did you mean \(UntrustedText($0))?" } ?? ""
  }

  private static func index(_ groups: [(name: String, groups: [String])]) -> [String: [String]] {
    var all: [String: [String]] = [:]
    for member in groups {
      for group in Set(member.groups) { all[group, default: []].append(member.name) }
    }
    return all.mapValues { $0.sorted() }
  }
}

extension ServedDatabase {
  /// Warns of groups that a client allows and no user is in.
  func warnOfEmptyGroups(of client: RegisteredClient, _ settings: ServeSettings, _ console: Console) async throws {
    let groups = client.settings.allowedGroups
    guard !groups.isEmpty else { return }
    try await KnownGroups(in: self, settings).warnOfEmpty(groups, console)
  }
}

internal import OAuthCore

/// The place of a server's database, as the setting `database` names it.
enum DatabasePlace: Sendable, Hashable {
  /// An SQLite file, by its absolute path.
  case file(path: String)
  /// A PostgreSQL database, by its URI.
  case postgreSQL(address: String)

  /// Whether a value of the setting is a URI, not a path.
  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// - Throws: `SettingsError.conflict` if the address contains a password, which every user of the
  ///   machine could read in the list of processes.
  init(_ text: String) throws(SettingsError) {
    guard Self.isAddress(text) else {
      self = .file(path: text)
      return
    }
    let user = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }.split(separator: "@").first ?? ""
    guard !(text.contains("@") && user.contains(":")), !text.contains("password=") else {
      throw .conflict(
        """
        database contains a password, which other users of the machine could read. Put the password into a file \
        that only the server can read, and name it with passfile= in the address or the variable PGPASSFILE.
        """)
    }
    self = .postgreSQL(address: text)
  }
}

extension DatabasePlace: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path): path
    case .postgreSQL(let address): address
    }
  }
}

internal import PixyTerminal

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

  /// - Throws: `BadValue` if the address contains a password, which every user of the machine could
  ///   read in the list of processes.
  init(_ text: String) throws(BadValue) {
    guard Self.isAddress(text) else {
      self = .file(path: text)
      return
    }
    let authority = Self.authority(of: text)
    let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
    guard !user.contains(":"), !text.contains("password=") else {
      throw BadValue(
        "The address of the database contains a password, which other users of the machine could read.",
        remedy: """
          Write it into a file that only the server can read, and name the file with passfile= in the address or in \
          PGPASSFILE.
          """)
    }
    self = .postgreSQL(address: text)
  }

  /// The part of a URI with the user and the hosts.
  static func authority(of text: String) -> Substring {
    text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
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

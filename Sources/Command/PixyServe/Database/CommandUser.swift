internal import CLibrary
internal import FoundationBasics
internal import PixyTerminal

/// The person who runs a command, whichever user they became for it.
struct CommandUser {
  /// The kernel's record of the user who logged in; nil if the system has none.
  var login: String?
  var environment: [String: String] = [:]
  /// The user of the process.
  var process: String
  /// Returns the name of a user ID; nil if there is none.
  var nameOf: (UInt32) -> String?

  /// The user of this process.
  static var current: CommandUser {
    let login = try? FileInput.bytes(of: "/proc/self/loginuid", most: 32)
    return CommandUser(
      login: login.map { String(decoding: $0, as: UTF8.self) }, environment: ProcessInfo.processInfo.environment,
      process: ProcessInfo.processInfo.userName, nameOf: userName)
  }

  /// The name in audit records.
  var name: String {
    // Neither runuser, su, sudo and doas nor the command change it (pam_loginuid). Without a login it is −1.
    if let login = login.flatMap({ UInt32($0.filter { $0 != "\n" }) }), login != .max {
      return nameOf(login) ?? "\(login)"
    }
    return environment["SUDO_USER"] ?? environment["DOAS_USER"] ?? process
  }

  private static func userName(_ id: UInt32) -> String? {
    #if os(Linux)
    // Safe: the entry is read before anything else can ask for one.
    guard let entry = unsafe getpwuid(id), let name = unsafe entry.pointee.pw_name else { return nil }
    return unsafe String(cString: name)
    #else
    return nil
    #endif
  }
}

#if LOOPBACK
internal import FoundationBasics
internal import OAuthCore

extension PortHolder {
  /// Finds the program that listens on a TCP port of this machine. Call it after binding to the
  /// port failed. It takes a few milliseconds.
  ///
  /// It reads `/proc` on Linux (proc_pid_net(5)). On other systems it returns ``unknown``.
  ///
  /// - Parameter port: The port, from 1 to 65535.
  public static func find(port: Int) -> PortHolder {
    find(port: port, in: "/proc")
  }

  /// Finds the program in a folder of process information.
  ///
  /// - Parameter processes: The folder in which the system describes its processes. Tests pass
  ///   their own.
  static func find(port: Int, in processes: String) -> PortHolder {
    let sockets = ["tcp", "tcp6"].flatMap {
      listeners(in: Surroundings.text(of: "\(processes)/net/\($0)") ?? "", port: port)
    }
    guard let first = sockets.first else { return .unknown }
    let links = Set(sockets.map { "socket:[\($0.inode)]" })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: processes)) ?? []
    // The lowest process ID is usually the oldest process, which started the others.
    for process in names.compactMap({ Int($0) }).sorted() where holds(links, "\(processes)/\(process)/fd") {
      let name = Surroundings.text(of: "\(processes)/\(process)/comm")?.split(separator: "\n").first
      return .program(UntrustedText(name.map(String.init) ?? "a program"), process: process)
    }
    return .otherUser(userID: first.userID)
  }

  /// Returns the listening sockets on a port. In each line, field 2 is the local address and port
  /// in hexadecimal digits, field 4 the state, field 8 the user ID and field 10 the inode.
  private static func listeners(in table: String, port: Int) -> [(userID: UInt32, inode: String)] {
    table.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, words[3] == "0A", let local = words[1].split(separator: ":").last,
        Int(local, radix: 16) == port, let userID = UInt32(words[7])
      else { return nil }
      return (userID, String(words[9]))
    }
  }

  /// Returns whether one of a process's open files is one of the sockets. The open files of other
  /// users' processes aren't visible.
  private static func holds(_ links: Set<String>, _ folder: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")).map(links.contains) ?? false
    }
  }
}
#endif

#if Loopback
internal import OAuthCore
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension PortHolder {
  /// Finds who listens on a TCP port of this machine. Ask after binding to it failed; it takes some milliseconds.
  ///
  /// Linux tells in `/proc` (proc_pid_net(5)); on other systems nothing is found.
  /// - Parameter port: from 1 to 65535.
  public static func find(port: Int) -> PortHolder {
    find(port: port, in: "/proc")
  }

  /// - Parameter processes: where the system tells of its processes; tests have one of their own.
  static func find(port: Int, in processes: String) -> PortHolder {
    let sockets = ["tcp", "tcp6"].flatMap {
      listeners(in: Surroundings.text(of: "\(processes)/net/\($0)") ?? "", port: port)
    }
    guard let first = sockets.first else { return .unknown }
    let links = Set(sockets.map { "socket:[\($0.inode)]" })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: processes)) ?? []
    // The lowest number is the oldest as a rule: the one that others were started by.
    for process in names.compactMap({ Int($0) }).sorted() where holds(links, "\(processes)/\(process)/fd") {
      let name = Surroundings.text(of: "\(processes)/\(process)/comm")?.split(separator: "\n").first
      return .program(UntrustedText(name.map(String.init) ?? "a program"), process: process)
    }
    return .somebodyElse(userID: first.userID)
  }

  /// The listening sockets on a port: each line has the local address and port in hexadecimal digits second, the state fourth,
  /// the user eighth and the inode tenth.
  private static func listeners(in table: String, port: Int) -> [(userID: UInt32, inode: String)] {
    table.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, words[3] == "0A", let local = words[1].split(separator: ":").last,
        Int(local, radix: 16) == port, let userID = UInt32(words[7])
      else { return nil }
      return (userID, String(words[9]))
    }
  }

  /// Whether one of a process's open files is one of the sockets. Of other people's processes that can't be seen.
  private static func holds(_ links: Set<String>, _ folder: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")).map(links.contains) ?? false
    }
  }
}
#endif

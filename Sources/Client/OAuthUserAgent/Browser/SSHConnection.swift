#if LOOPBACK
/// The SSH connection through which the user controls the program. The user's browser is at its
/// other end.
public struct SSHConnection: Sendable, Hashable {
  /// The user's name on this machine; `nil` if it isn't known, or can't safely be shown in a
  /// command.
  public let user: String?
  /// This machine's address in the connection; `nil` if it isn't known.
  public let host: String?
  /// This machine's SSH port.
  public let sshPort: Int

  /// Reads `SSH_CONNECTION` (address and port of the client and of the server), `SSH_TTY` and
  /// `SSH_CLIENT`, as sshd(8) sets them.
  ///
  /// - Returns: `nil` if none of them is set, so there is no SSH connection.
  init?(_ surroundings: Surroundings) {
    guard ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains(where: { surroundings[$0] != nil }) else { return nil }
    let parts = (surroundings["SSH_CONNECTION"] ?? "").split(separator: " ").map(String.init)
    host = parts.count == 4 && Self.isPlain(parts[2]) ? parts[2] : nil
    sshPort = parts.count == 4 ? Int(parts[3]).flatMap { (1...65_535).contains($0) ? $0 : nil } ?? 22 : 22
    user = (surroundings["USER"] ?? surroundings["LOGNAME"]).flatMap { Self.isPlain($0) ? $0 : nil }
  }

  /// Returns a command that lets the browser's machine reach a port of this machine's loopback
  /// interface (ssh(1), `-L`). The user runs it on the browser's machine.
  ///
  /// An unknown user or host is written as `USER` or `HOST`, to be filled in.
  ///
  /// - Parameter port: The listener's port, from 1 to 65535.
  public func forwarding(_ port: Int) -> String {
    let other = sshPort == 22 ? "" : "-p \(sshPort) "
    return "ssh \(other)-L \(port):127.0.0.1:\(port) \(user ?? "USER")@\(host ?? "HOST")"
  }

  /// Returns whether a text is safe in a shell command. Environment variables can contain any
  /// characters, and the user runs the displayed command in a shell.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "%"):
        true
      default: false
      }
    }
  }
}
#endif

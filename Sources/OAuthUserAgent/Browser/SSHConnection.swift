#if Loopback
/// The SSH connection that a program's person came through: their browser is at its other end.
public struct SSHConnection: Sendable, Hashable {
  /// Who is signed in here; `nil` if that isn't known, or isn't a name that can be shown in a command.
  public let user: String?
  /// This machine's address, as the connection reached it; `nil` if that isn't known.
  public let host: String?
  /// This machine's SSH port.
  public let sshPort: Int

  /// Reads `SSH_CONNECTION` (client's address and port, server's address and port), `SSH_TTY` and `SSH_CLIENT`, as sshd(8) sets them.
  /// - Returns: `nil` if none of them is set: nobody came through SSH.
  init?(_ surroundings: Surroundings) {
    guard ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains(where: { surroundings[$0] != nil }) else { return nil }
    let parts = (surroundings["SSH_CONNECTION"] ?? "").split(separator: " ").map(String.init)
    host = parts.count == 4 && Self.isPlain(parts[2]) ? parts[2] : nil
    sshPort = parts.count == 4 ? Int(parts[3]).flatMap { (1...65_535).contains($0) ? $0 : nil } ?? 22 : 22
    user = (surroundings["USER"] ?? surroundings["LOGNAME"]).flatMap { Self.isPlain($0) ? $0 : nil }
  }

  /// The command that, run where the browser is, lets it reach a port of this machine's loopback interface (ssh(1), `-L`).
  ///
  /// What isn't known is left to the person as `USER` and `HOST`.
  /// - Parameter port: the listener's, from 1 to 65535.
  public func forwarding(_ port: Int) -> String {
    let other = sshPort == 22 ? "" : "-p \(sshPort) "
    return "ssh \(other)-L \(port):127.0.0.1:\(port) \(user ?? "USER")@\(host ?? "HOST")"
  }

  /// It is shown to be run in a shell, and variables can hold anything.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { octet in
      switch octet {
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

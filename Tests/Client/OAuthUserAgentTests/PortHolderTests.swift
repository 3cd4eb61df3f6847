import Foundation
import OAuth
import OAuthCore
import Testing

@testable import OAuthUserAgent

@Suite struct PortHolderTests {
  /// The table of listening sockets in Linux's format. The port is 8414, which is 20DE in
  /// hexadecimal digits.
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:20DE 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 111 1 0000000000000000
       1: 0100007F:20DE 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 222 1 0000000000000000
       2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1 0000000000000000

    """

  /// Creates a folder like `/proc`, with processes, their names and their sockets.
  private func withProcesses(
    _ processes: [Int: (name: String, socket: String)], _ body: (String) throws -> Void
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "pixy-proc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root.appending(path: "net"), withIntermediateDirectories: true)
    try Data(Self.table.utf8).write(to: root.appending(path: "net/tcp"))
    for (number, process) in processes {
      let folder = root.appending(path: "\(number)")
      try FileManager.default.createDirectory(at: folder.appending(path: "fd"), withIntermediateDirectories: true)
      try Data("\(process.name)\n".utf8).write(to: folder.appending(path: "comm"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path() + "/fd/3", withDestinationPath: "socket:[\(process.socket)]")
    }
    try body(root.path())
  }

  // Peers report a busy port without naming its holder.
  @Test func `The listening process is found by its socket, and connected processes are ignored`() throws {
    try withProcesses([7: ("curl", "111"), 21: ("py\u{1B}[2Jthon3", "222"), 30: ("python3", "222"), 9: ("sshd", "444")])
    {
      processes in
      let holder = PortHolder.find(port: 8_414, in: processes)
      #expect(holder == .program(UntrustedText("py[2Jthon3"), process: 21))
      #expect(holder.description == "py[2Jthon3 (process 21)")
    }
  }

  @Test func `An invisible port holder is reported as such`() throws {
    try withProcesses([9: ("sshd", "444")]) { processes in
      #expect(PortHolder.find(port: 8_080, in: processes) == .otherUser(userID: 0))
      #expect(PortHolder.find(port: 8_080, in: processes).description.contains("not visible"))
      #expect(PortHolder.find(port: 1, in: processes) == .unknown)
    }
    #expect(PortHolder.find(port: 1, in: "/nonexistent") == .unknown)
  }

  #if os(Linux)
  @Test(.timeLimit(.minutes(60))) func `This process is found with its own process ID`() async throws {
    struct Over: Error {}
    let agent = LoopbackUserAgent(browser: NoBrowser(), announce: { _ in })
    await #expect(throws: Over.self) {
      _ = try await agent.authorize { redirectURI in
        let port = try #require(redirectURI.parts.port)
        guard case .program(_, let process) = PortHolder.find(port: port) else {
          Issue.record("\(PortHolder.find(port: port))")
          throw Over()
        }
        #expect(process == Int(ProcessInfo.processInfo.processIdentifier))
        throw Over()
      }
    }
  }
  #endif
}

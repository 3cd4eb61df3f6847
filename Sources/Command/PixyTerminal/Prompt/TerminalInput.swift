internal import CLibrary
internal import Dispatch
#if canImport(System)
package import System
#else
package import SystemPackage
#endif

/// Input from standard input's terminal, with a wait that can be cancelled. It reads at most to the
/// end of a line, because input after that belongs to the next program.
package final class TerminalInput: Sendable {
  /// The result of one read.
  package enum Piece: Equatable {
    /// Bytes up to the end of a line, or the part of it that was available.
    case bytes([UInt8])
    /// The time is over, or the task was cancelled.
    case nothing
    /// The terminal was closed.
    case ended
  }

  private let file: FileDescriptor
  private let wake: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  // A waiting thread must not be one of the threads on which tasks run.
  private let queue = DispatchQueue(label: "pixy.terminal-input")

  package init(_ file: FileDescriptor = .standardInput) throws {
    self.file = file
    wake = try FileDescriptor.pipe()
    for end in [wake.readEnd, wake.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    try? wake.readEnd.close()
    try? wake.writeEnd.close()
  }

  /// Waits for input.
  /// - Parameter milliseconds: The longest time to wait.
  package func next(within milliseconds: Int32) async -> Piece {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.read(milliseconds)) }
      }
    } onCancel: {
      _ = try? wake.writeEnd.writeAll([0])
    }
  }

  private func read(_ milliseconds: Int32) -> Piece {
    // Reading in the background would stop the process.
    let isOurs = Terminal.isForeground
    var files = [
      pollfd(fd: wake.readEnd.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isOurs ? file.rawValue : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&files, 2, milliseconds) > 0, files[0].revents == 0, files[1].revents != 0 else {
      return .nothing
    }
    var bytes: [UInt8] = []
    repeat {
      var byte: UInt8 = 0
      do {
        let count = try unsafe withUnsafeMutableBytes(of: &byte) { try unsafe file.read(into: $0) }
        guard count > 0 else { return bytes.isEmpty ? .ended : .bytes(bytes) }
        bytes.append(byte)
      } catch {
        // EIO means that the terminal was closed.
        guard bytes.isEmpty else { return .bytes(bytes) }
        return (error as? Errno) == .ioError ? .ended : .nothing
      }
    } while bytes.last != UInt8(ascii: "\n") && bytes.last != UInt8(ascii: "\r") && isReadable
    return .bytes(bytes)
  }

  private var isReadable: Bool {
    var file = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, 0) > 0
  }
}

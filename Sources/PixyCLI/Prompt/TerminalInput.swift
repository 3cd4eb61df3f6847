internal import Dispatch
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What a person types on standard input, read so that the wait can be cancelled, and no further than the end of a line: what they
/// type ahead belongs to the next program.
final class TerminalInput: Sendable {
  /// What there was to read.
  enum Piece: Equatable {
    /// Up to the end of a line, or what there is of it.
    case octets([UInt8])
    /// Nothing in time, or the task was cancelled.
    case nothing
    /// The terminal is gone.
    case ended
  }

  private let file: FileDescriptor
  private let wake: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  // A thread that waits must not be one of those that tasks run on.
  private let queue = DispatchQueue(label: "pixy.terminal-input")

  init(_ file: FileDescriptor = .standardInput) throws {
    self.file = file
    wake = try FileDescriptor.pipe()
    for end in [wake.readEnd, wake.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    try? wake.readEnd.close()
    try? wake.writeEnd.close()
  }

  /// Waits for something to be typed.
  /// - Parameter milliseconds: how long at most.
  func next(within milliseconds: Int32) async -> Piece {
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
    var octets: [UInt8] = []
    repeat {
      var octet: UInt8 = 0
      do {
        let count = try unsafe withUnsafeMutableBytes(of: &octet) { try unsafe file.read(into: $0) }
        guard count > 0 else { return octets.isEmpty ? .ended : .octets(octets) }
        octets.append(octet)
      } catch {
        // EIO: the terminal was closed.
        guard octets.isEmpty else { return .octets(octets) }
        return (error as? Errno) == .ioError ? .ended : .nothing
      }
    } while octets.last != UInt8(ascii: "\n") && octets.last != UInt8(ascii: "\r") && isReadable
    return .octets(octets)
  }

  private var isReadable: Bool {
    var file = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, 0) > 0
  }
}

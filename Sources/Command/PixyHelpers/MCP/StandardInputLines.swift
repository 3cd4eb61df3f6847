internal import Dispatch
internal import MCPBridge
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The lines of standard input.
enum StandardInputLines {
  private static let bufferBytes = 65_536

  /// Reads the lines of standard input until its end. A thread of its own waits for them.
  static func stream() -> AsyncStream<MessageLines.Line> {
    AsyncStream { continuation in
      DispatchQueue(label: "pixy.mcp.input").async {
        var lines = MessageLines()
        var buffer = [UInt8](repeating: 0, count: bufferBytes)
        while true {
          let count =
            (try? unsafe buffer.withUnsafeMutableBytes { try unsafe FileDescriptor.standardInput.read(into: $0) }) ?? 0
          guard count > 0 else { break }
          for line in lines.append(Array(buffer[..<count])) { continuation.yield(line) }
        }
        if let last = lines.finish() { continuation.yield(last) }
        continuation.finish()
      }
    }
  }
}

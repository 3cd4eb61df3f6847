internal import PKCE
internal import Synchronization

/// The random bytes of one request, which are read from the server's source at once.
///
/// A request needs up to six secrets and identifiers, and each read of the system's source is a
/// system call. Each request has a value of its own, so no two requests share bytes. A byte is
/// overwritten when it is handed out, and the value is released with the request.
final class RequestRandomness: RandomSource {
  /// The number of bytes in one read. A sign-in needs 104, and no other request needs more.
  static let byteCount = 128

  private struct Read {
    var bytes: [UInt8] = []
    /// The number of bytes that were handed out.
    var usedCount = 0
  }

  private let source: any RandomSource
  private let read = Mutex(Read())

  /// - Parameter source: The server's source of randomness.
  init(_ source: any RandomSource) {
    self.source = source
  }

  /// Hands out bytes of the current read, or reads again if too few are left. The rest of the read
  /// before is discarded then.
  func bytes(_ count: Int) -> [UInt8] {
    guard (1...Self.byteCount).contains(count) else { return source.exactly(max(count, 0)) }
    return read.withLock { read in
      if read.bytes.count - read.usedCount < count { read = Read(bytes: source.exactly(Self.byteCount)) }
      let range = read.usedCount..<read.usedCount + count
      let bytes = Array(read.bytes[range])
      for index in range { read.bytes[index] = 0 }
      read.usedCount = range.upperBound
      return bytes
    }
  }
}

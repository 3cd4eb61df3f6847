internal import CLibrary

/// The operating system's cryptographically secure random bytes, the default source of randomness.
///
/// On Linux, one `getentropy` call draws up to 256 bytes, where `UInt8.random(in:)` makes one
/// system call for each byte. On Apple platforms `arc4random_buf` draws them, which can't fail. On
/// other systems, and if `getentropy` fails (kernels before Linux 3.17, or a sandbox that forbids
/// it), the standard library's `SystemRandomNumberGenerator` draws them, which is cryptographically
/// secure as well. There is no way to get weak bytes, and no error to handle.
///
/// No state is kept between calls, so a forked process can't repeat its parent's bytes.
public struct SystemRandomSource: RandomSource {
  /// Creates a source. All system sources are alike.
  public init() {}

  /// Draws fresh bytes.
  ///
  /// - Parameter count: The number of bytes. 0 or less gives none. Each started block of 256 bytes
  ///   costs one system call on Linux.
  public func bytes(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    // Safe: `fill` writes all `count` bytes before they are declared initialized.
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      unsafe Self.fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
      initializedCount = count
    }
  }

  /// Passes fresh bytes on the stack to `body`. This saves an allocation for a short-lived
  /// verifier's bytes.
  ///
  /// - Parameter count: The number of bytes, 1 or more.
  static func withBytes<Result>(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Safe: `fill` writes all `count` bytes before they are read, and `body` doesn't let them
    // escape.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      unsafe fill(UnsafeMutableRawBufferPointer(buffer))
      return unsafe body(UnsafeBufferPointer(buffer))
    }
  }

  /// Fills memory with random bytes.
  private static func fill(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Darwin)
    // Safe: the pointer and the count belong to one buffer. `arc4random_buf` can't fail.
    if let start = memory.baseAddress { unsafe arc4random_buf(start, memory.count) }
    #elseif canImport(Glibc) || canImport(Musl)
    var filledCount = 0
    while filledCount < memory.count {
      // Safe: the slice has 1 to 256 bytes within `memory`. `getentropy` rejects more than 256.
      let piece = unsafe UnsafeMutableRawBufferPointer(
        rebasing: memory[filledCount..<min(filledCount + 256, memory.count)])
      guard let start = piece.baseAddress, unsafe getentropy(start, piece.count) == 0 else {
        return unsafe fillFromStandardLibrary(memory)
      }
      filledCount += piece.count
    }
    #else
    unsafe fillFromStandardLibrary(memory)
    #endif
  }

  /// Fills memory without `getentropy`: slower, equally secure.
  private static func fillFromStandardLibrary(_ memory: UnsafeMutableRawBufferPointer) {
    var generator = SystemRandomNumberGenerator()
    // Safe: the indices are the buffer's own.
    for index in memory.indices {
      unsafe memory[index] = generator.next()
    }
  }
}

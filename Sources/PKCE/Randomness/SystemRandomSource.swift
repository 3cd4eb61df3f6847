#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The operating system's cryptographically secure random octets; the default wherever randomness is drawn.
///
/// On Linux this is one `getentropy` call for up to 256 octets, where `UInt8.random(in:)` makes one system call for
/// each octet. On Apple platforms it's `arc4random_buf`, which can't fail. Elsewhere, and should `getentropy` ever fail
/// (kernels before Linux 3.17, or a sandbox that forbids it), it is the standard library's
/// `SystemRandomNumberGenerator`, which is cryptographically secure as well: there is no way to get weak octets, and no
/// error to handle.
///
/// Nothing is kept between calls, so that a forked process can't hand out its parent's octets again.
public struct SystemRandomSource: RandomSource {
  /// A source; all of them are alike.
  public init() {}

  /// Draws fresh octets.
  ///
  /// - Parameter count: how many octets; 0 or less gives none. Each 256, or part of them, cost one system call.
  public func octets(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    // Safe: `fill` writes every one of the `count` octets before they are declared initialized.
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      unsafe Self.fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
      initializedCount = count
    }
  }

  /// Lends fresh octets on the stack, which saves a short-lived verifier's octets an allocation.
  ///
  /// - Parameter count: how many octets, 1 or more.
  static func withOctets<Result>(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Safe: `fill` writes all `count` octets before they are read; `body` doesn't let them escape.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      unsafe fill(UnsafeMutableRawBufferPointer(buffer))
      return unsafe body(UnsafeBufferPointer(buffer))
    }
  }

  /// Fills memory with random octets.
  private static func fill(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Darwin)
    // Safe: the pointer and the count are of one buffer. It cannot fail.
    if let start = memory.baseAddress { unsafe arc4random_buf(start, memory.count) }
    #elseif canImport(Glibc) || canImport(Musl)
    var filled = 0
    while filled < memory.count {
      // Safe: the slice has 1 to 256 octets within `memory`; `getentropy` refuses more than 256.
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled..<min(filled + 256, memory.count)])
      guard let start = piece.baseAddress, unsafe getentropy(start, piece.count) == 0 else {
        return unsafe fillFromStandardLibrary(memory)
      }
      filled += piece.count
    }
    #else
    unsafe fillFromStandardLibrary(memory)
    #endif
  }

  /// Fills memory without `getentropy`: slower, as secure.
  private static func fillFromStandardLibrary(_ memory: UnsafeMutableRawBufferPointer) {
    var generator = SystemRandomNumberGenerator()
    // Safe: the indices are the buffer's own.
    for index in memory.indices {
      unsafe memory[index] = generator.next()
    }
  }
}

internal import CLibrary
#if canImport(System)
package import System
#else
package import SystemPackage
#endif

extension FileDescriptor {
  /// Writes all bytes, in as many system calls as it takes.
  ///
  /// Another program may have set the shared terminal or pipe to non-blocking mode. In that case
  /// this method waits until the descriptor is writable.
  package func writeWhole(_ bytes: [UInt8]) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        rest = rest.dropFirst(try unsafe rest.withUnsafeBytes { try unsafe write($0) })
      } catch Errno.resourceTemporarilyUnavailable {
        var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
  }
}

internal import CLibrary
package import SystemPackage
#if canImport(MachO)
internal import MachO
#endif

/// The path of the program that this process runs, whatever name it was called by.
package enum ProgramPath {
  /// Returns the path with which the same program is started again. On Linux it stays valid when another version is
  /// installed meanwhile.
  package static func ofThisProcess() throws(Errno) -> String {
    #if canImport(Darwin)
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    var size = UInt32(bytes.count)
    // Safe: no more bytes are written than `size` states, including the final zero.
    guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { throw .fileNameTooLong }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
    return "/proc/self/exe"
    #endif
  }

  /// Returns the path of the program's file, without symbolic links.
  ///
  /// On Linux the path of a file that an upgrade has replaced meanwhile has a suffix, ` (deleted)`. Its folder is
  /// still the right one.
  package static func resolved() throws(Errno) -> FilePath {
    #if canImport(Darwin)
    // Safe: the path ends with a zero. The memory that realpath allocated is freed after the copy.
    guard let real = unsafe realpath(try ofThisProcess(), nil) else { throw Errno(rawValue: errno) }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
    #else
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // Safe: one byte less is written than the buffer holds, so a zero remains at the end.
    guard unsafe readlink(try ofThisProcess(), &bytes, bytes.count - 1) > 0 else { throw Errno(rawValue: errno) }
    return FilePath(platformString: bytes)
    #endif
  }
}

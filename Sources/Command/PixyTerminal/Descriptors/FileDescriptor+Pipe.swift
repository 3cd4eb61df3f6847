#if canImport(System)
package import System
#else
package import SystemPackage
#endif
internal import CLibrary

extension FileDescriptor {
  /// Creates a pipe whose ends no program inherits.
  package static func closedOnExecPipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    let pipe = try FileDescriptor.pipe()
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return pipe
  }
}

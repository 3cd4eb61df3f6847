internal import CLibrary
internal import FoundationBasics
#if canImport(System)
package import System
#else
package import SystemPackage
#endif

/// The open descriptors of this process. A replacing program inherits those that came from outside,
/// and no connection that was opened meanwhile.
package struct OpenDescriptors: Sendable, Hashable {
  private var numbers: Set<CInt>

  /// Returns the descriptors that are open now, or none if the system doesn't list them.
  package static func now() -> OpenDescriptors {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return OpenDescriptors(numbers: Set(names.compactMap { CInt($0) }))
  }

  /// Returns the same descriptors and one more.
  package func adding(_ file: FileDescriptor) -> OpenDescriptors {
    OpenDescriptors(numbers: numbers.union([file.rawValue]))
  }

  /// Closes the descriptors above a number that this process inherited. Its own ones, such as the
  /// runtime's, are closed on exec.
  package static func closeInherited(above number: CInt) {
    for other in now().numbers where other > number && fcntl(other, F_GETFD) == 0 { _ = close(other) }
  }

  /// Marks all other open descriptors to be closed when another program replaces this one.
  func keepFromOthers() {
    for number in Self.now().numbers.subtracting(numbers) where number > STDERR_FILENO {
      let flags = fcntl(number, F_GETFD)
      if flags != -1 { _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC) }
    }
  }
}

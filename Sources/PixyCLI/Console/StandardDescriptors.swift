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

/// Standard input, output and error.
enum StandardDescriptors {
  /// Takes the places of those that are closed, or the first file or connection that is opened takes them, and is sent what was for the person.
  ///
  /// What is put there can't be used, so that a result for nobody is still an error.
  static func fill() {
    for (number, wrong) in [
      (STDIN_FILENO, FileDescriptor.AccessMode.writeOnly), (STDOUT_FILENO, .readOnly), (STDERR_FILENO, .readOnly),
    ] where fcntl(number, F_GETFD) == -1 {
      // The lowest number that is free is the one that is given.
      _ = try? FileDescriptor.open("/dev/null", wrong)
    }
  }
}

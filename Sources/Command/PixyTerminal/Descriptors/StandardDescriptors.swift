internal import CLibrary
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The descriptors of standard input, output and error.
package enum StandardDescriptors {
  /// Opens `/dev/null` for each standard descriptor that is closed. Otherwise the next file or
  /// connection would get its number and receive output for the user.
  ///
  /// The replacements can't be used in their direction, so output to a closed stream is still an
  /// error.
  package static func fill() {
    for (number, wrong) in [
      (STDIN_FILENO, FileDescriptor.AccessMode.writeOnly), (STDOUT_FILENO, .readOnly), (STDERR_FILENO, .readOnly),
    ] where fcntl(number, F_GETFD) == -1 {
      // open(2) returns the lowest free number.
      _ = try? FileDescriptor.open("/dev/null", wrong)
    }
  }
}

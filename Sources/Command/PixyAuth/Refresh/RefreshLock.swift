internal import FoundationBasics
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
internal import CLibrary

/// The locked file of an account's refresh. Its parent and the refresh process hold it together.
/// It contains the failure of the last refresh, for processes that wait; otherwise it is empty.
package struct RefreshLock: Sendable {
  /// The descriptor's number in the refresh process.
  package static let number: CInt = 3
  private static let maximumBytes = 65_536

  private let file: FileDescriptor

  package init(_ descriptor: CInt) {
    file = FileDescriptor(rawValue: descriptor)
  }

  /// The failure of the last refresh; `nil` if it succeeded.
  package var failure: RefreshFailure? { RefreshFailure(content) }

  private var content: JSONValue? {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    // Safe: no more bytes are read than the buffer holds.
    guard
      let count = unsafe try? bytes.withUnsafeMutableBytes({ try unsafe file.read(fromAbsoluteOffset: 0, into: $0) })
    else { return nil }
    return try? JSONValue(bytes: Array(bytes.prefix(count)))
  }

  /// Records the error of a sign-in for the process that started it and holds the lock.
  func report(_ error: ReportedError) {
    _ = ftruncate(file.rawValue, 0)
    _ = try? unsafe error.json.bytes().withUnsafeBytes { try unsafe file.write(toAbsoluteOffset: 0, $0) }
  }

  /// The error that ``report(_:)`` has recorded.
  package var reportedError: ReportedError? { ReportedError(content) }

  /// Records the result of a refresh and unlocks the file for all processes that hold it.
  ///
  /// The parent may be stopped, and others needn't wait until it goes on.
  package func end(with failure: RefreshFailure?) {
    // Without the record, a waiting process asks the server itself.
    _ = ftruncate(file.rawValue, 0)
    if let failure {
      _ = try? unsafe failure.json.bytes().withUnsafeBytes { try unsafe file.write(toAbsoluteOffset: 0, $0) }
    }
    _ = flock(file.rawValue, LOCK_UN)
  }
}

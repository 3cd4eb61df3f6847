internal import ArgumentParser
internal import CLibrary
internal import Crypto
internal import Dispatch
internal import FoundationBasics
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
internal import PixyTerminal
internal import TokenStorage
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The sign-in at an MCP server that all `pixy mcp` processes of a user share.
///
/// The first process runs `pixy login`. The others wait, and use the account that it stores, or fail
/// as it does. A sign-in goes on if the process that started it is killed: `pixy login` holds the same
/// lock, and stores its account.
struct SharedSignIn: Sendable {
  /// The result of a sign-in.
  enum Outcome: Sendable, Hashable {
    /// An account is stored that solves the problem.
    case signedIn
    /// The user declined, the time ran out, or the sign-in failed for another reason, which is known if
    /// the sign-in reported it.
    case failed(ReportedError?)
    /// The authorization server can't be reached, so no browser was opened.
    case unreachable(ReportedError?)
  }

  let endpoint: Endpoint
  let folders: UserFolders
  var clock: WallClock = .system

  /// The time in seconds after a failed sign-in in which no process begins another one. Hosts restart
  /// programs that fail, and each restart would open a window.
  static let pause: TimeInterval = 300
  /// The timeout for another process's sign-in: a minute more than `pixy login` waits for the browser.
  private static let patience = Duration.seconds(360)

  /// Runs the sign-in, unless another process has done it by then or has failed.
  ///
  /// - Parameters:
  ///   - login: The sign-in.
  ///   - isSolved: Returns whether an account is stored that solves the problem.
  /// - Throws: `TokenStoreError` if the lock can't be used, or after the timeout.
  func run(_ login: BrowserLogin, unless isSolved: @Sendable () async -> Bool) async throws -> Outcome {
    let locks = AccountLocks(folder: folders.locks, patience: Self.patience).scoped("mcp-sign-in")
    let name = SHA256.hash(data: Array(endpoint.text.utf8)).map { String($0, radix: 16) }.joined(separator: "-")
    return try await locks.withLockedFile(on: try Account(provider: "mcp-sign-in", name: name)) { lock in
      let failure = FailureRecord(file: FileDescriptor(rawValue: lock))
      if await isSolved() { return .signedIn }
      if login.needsBrowser, let moment = failure.moment,
        (0..<Self.pause).contains(clock.now().timeIntervalSince(moment))
      {
        return .failed(failure.error)
      }
      failure.clear()
      let status = await Self.status(of: login.arguments, holding: FileDescriptor(rawValue: lock))
      let error = RefreshLock(lock).reportedError
      failure.clear()
      if status == 0, await isSolved() { return .signedIn }
      if status == ExitStatus.network.rawValue { return .unreachable(error) }
      failure.set(clock.now(), error)
      return .failed(error)
    }
  }

  /// Runs `pixy`, and returns its exit status; `nil` if there is none.
  ///
  /// The program holds the lock too. It doesn't pass the lock on to the browser, because `Subprocess`
  /// closes all further descriptors. It leads a session of its own, so that the sign-in survives the
  /// end of the host. Its messages go to standard error, because standard output is the protocol's, and
  /// through this process: a host that waits for the end of standard error needn't wait for the sign-in.
  private static func status(of arguments: [String], holding lock: FileDescriptor) async -> CInt? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "pixy.mcp.sign-in").async {
        let program = try? started(arguments, lock)
        continuation.resume(returning: program?.exitStatus())
      }
    }
  }

  private static func started(_ arguments: [String], _ lock: FileDescriptor) throws -> ChildProgram {
    let null = try FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: .closeOnExec)
    defer { try? null.close() }
    let messages = try FileDescriptor.closedOnExecPipe()
    defer { try? messages.writeEnd.close() }
    DispatchQueue(label: "pixy.mcp.sign-in.messages").async { forward(messages.readEnd) }
    return try ChildProgram.start(
      ProgramPath.ofThisProcess(), ["pixy"] + arguments + ["--\(LoginCommand.reportOption)"],
      descriptors: [
        STDIN_FILENO: null, STDOUT_FILENO: messages.writeEnd, STDERR_FILENO: messages.writeEnd,
        RefreshLock.number: lock,
      ],
      leadsSession: true)
  }

  /// Writes a sign-in's messages to standard error until the sign-in ends.
  private static func forward(_ messages: FileDescriptor) {
    defer { try? messages.close() }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // Safe: no more bytes are read than the buffer holds.
    while let count = unsafe try? bytes.withUnsafeMutableBytes({ try unsafe messages.read(into: $0) }), count > 0 {
      try? FileDescriptor.standardError.writeWhole(Array(bytes.prefix(count)))
    }
  }
}

/// The moment and the reason of the last failed sign-in, in the locked file.
private struct FailureRecord {
  let file: FileDescriptor

  private static let maximumBytes = 65_536

  /// `nil` if the last sign-in didn't fail.
  var moment: Date? {
    guard case .integer(let milliseconds)? = members?["failed_at"] else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
  }

  /// The reason, if the sign-in reported it.
  var error: ReportedError? { ReportedError(members?["error"]) }

  private var members: [String: JSONValue]? {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    // Safe: no more bytes are read than the buffer holds.
    guard
      let count = unsafe try? bytes.withUnsafeMutableBytes({ try unsafe file.read(fromAbsoluteOffset: 0, into: $0) })
    else { return nil }
    return (try? JSONValue(bytes: Array(bytes.prefix(count))))?.object
  }

  func clear() { _ = ftruncate(file.rawValue, 0) }

  /// Records a failure. If it can't be written, the next process begins another sign-in.
  func set(_ moment: Date, _ error: ReportedError?) {
    var record: [String: JSONValue] = ["failed_at": .integer(Int64(moment.timeIntervalSince1970 * 1_000))]
    record["error"] = error?.json
    _ = try? unsafe JSONValue.object(record).bytes().withUnsafeBytes {
      try unsafe file.write(toAbsoluteOffset: 0, $0)
    }
  }
}

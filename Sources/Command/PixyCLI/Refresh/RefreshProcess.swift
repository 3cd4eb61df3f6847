internal import FoundationBasics
internal import Dispatch
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
internal import CLibrary
internal import OAuthSessions

/// The refresh of an account's tokens in a process of its own session, which stores the new tokens
/// even if this process is killed or its terminal is closed meanwhile.
///
/// A server that rotates refresh tokens has spent the old one when its answer is on its way. If the
/// process that waits for the answer ended, the user would be signed out.
///
/// Processes that need the same refresh wait for the first one's, and use its tokens or its error.
struct RefreshProcess: Sendable {
  let book: AccountBook
  let account: Account
  let server: ServerChoice
  /// The recorder of the requests and answers; `nil` to record nothing.
  let recorder: TraceRecorder?
  let console: Console
  let isVerbose: Bool
  var clock: WallClock = .system
  /// The path of the program that refreshes. Default: this process's program.
  var program: String?
  /// The time after which the user is told that the refresh takes long.
  var patience = SlowWork.patience

  /// The renewal of a session's tokens in such a process.
  var renewal: OutsideRenewal { { need, rejected in try await renew(validFor: need, insteadOf: rejected) } }

  /// Refreshes the account's tokens, unless the stored ones satisfy the need by then.
  ///
  /// - Parameters:
  ///   - need: The time that the access token must stay valid.
  ///   - rejected: The access token that a resource has just rejected, if one has.
  /// - Throws: `TokenSessionError`; the errors of the token store.
  func renew(validFor need: Duration, insteadOf rejected: Secret?) async throws {
    try await SlowWork.reporting(
      "Waiting for \(UntrustedText(account.server)) to refresh the tokens …", after: patience
    ) {
      try await renewNow(validFor: need, insteadOf: rejected)
    }
  }

  private func renewNow(validFor need: Duration, insteadOf rejected: Secret?) async throws {
    let began = clock.now()
    try await Self.locks(in: book).withLockedFile(on: account) { lock in
      // The caller reports that there are no tokens.
      guard let stored = try await book.store.tokens(for: account) else { return }
      if isEnough(stored, need, rejected) { return }
      // Another process's refresh has failed meanwhile. Asking again wouldn't help. A failure in the
      // future is from a time when the clock was ahead.
      if let failure = RefreshLock(lock).failure, failure.moment >= began, failure.moment <= clock.now() {
        throw failure.error(for: account)
      }
      let order = try order(need, rejected)
      let report: RefreshReport
      do {
        report = try await run(order, lock)
      } catch {
        // The process may have stored the tokens before it was killed.
        if let tokens = try await book.store.tokens(for: account), isEnough(tokens, need, rejected) { return }
        throw TokenSessionError.temporary(error, retryAfter: nil)
      }
      for line in report.lines { console.say(line) }
      for exchange in report.exchanges {
        recorder?.exchanged(exchange.request, exchange.body, exchange.result, took: exchange.duration)
      }
      if let failure = report.failure { throw failure.error(for: account) }
    }
  }

  /// The locks of refresh processes, one for each account.
  static func locks(in book: AccountBook) -> AccountLocks {
    AccountLocks(folder: book.folders.locks).scoped("refresh")
  }

  private func isEnough(_ tokens: StoredTokens, _ need: Duration, _ rejected: Secret?) -> Bool {
    guard tokens.accessToken != rejected else { return false }
    let (wall, monotonic) = (clock.now(), MonotonicClock.system.now())
    return AccessTokenLife(of: tokens, wall: wall, monotonic: monotonic)
      .isFresh(for: need, wall: wall, monotonic: monotonic)
  }

  private func order(_ need: Duration, _ rejected: Secret?) throws -> RefreshOrder {
    let certificates: ConnectionCertificates
    do {
      // The files, commands and standard input that only this process can read.
      certificates = try server.certificates()
    } catch {
      throw TransportUnavailable(cause: error)
    }
    return RefreshOrder(
      profile: book.profile, account: account, need: need, rejected: rejected, passphrase: book.passphrase,
      storeKey: (book.store as? FileTokenStore)?.openedKey, connection: certificates, isTraced: recorder != nil,
      isVerbose: isVerbose)
  }

  // MARK: The process

  /// Starts the process and waits for its report on a thread that may block.
  ///
  /// - Throws: ``RefreshProcessError``.
  private func run(_ order: RefreshOrder, _ lock: CInt) async throws -> RefreshReport {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try report(of: order, lock) })
      }
    }
  }

  private func report(of order: RefreshOrder, _ lock: CInt) throws -> RefreshReport {
    // The process may be killed before it has read its order. That is an error, not the end of this
    // process. Programs that this process starts don't inherit the setting.
    _ = signal(SIGPIPE, SIG_IGN)
    let (process, input, output) = try start(lock)
    defer { process.wait() }
    try? input.closeAfter { try input.writeWhole(order.bytes) }
    let bytes = try? output.closeAfter { try FileInput.bytes(of: output, most: RefreshReport.maximumBytes) }
    guard let report = bytes.flatMap(RefreshReport.init(bytes:)) else { throw RefreshProcessError.noResult }
    return report
  }

  private func start(_ lock: CInt) throws -> (ChildProgram, input: FileDescriptor, output: FileDescriptor) {
    do {
      let null = try FileDescriptor.open(FilePath("/dev/null"), .readWrite, options: .closeOnExec)
      defer { try? null.close() }
      let (input, output) = (try FileDescriptor.closedOnExecPipe(), try FileDescriptor.closedOnExecPipe())
      defer {
        try? input.readEnd.close()
        try? output.writeEnd.close()
      }
      let process = try ChildProgram.start(
        program ?? Self.thisProgram(), ["pixy", RefreshWorker.argument],
        descriptors: [
          STDIN_FILENO: input.readEnd, STDOUT_FILENO: output.writeEnd, STDERR_FILENO: null,
          RefreshLock.number: FileDescriptor(rawValue: lock),
        ], leadsSession: true)
      return (process, input.writeEnd, output.readEnd)
    } catch {
      throw RefreshProcessError.notStarted("\(error)")
    }
  }

  /// The program of this process. On Linux it is found even after an update has replaced its file,
  /// so both processes are always of one version.
  static func thisProgram() throws(Errno) -> String {
    #if canImport(Darwin)
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    var size = UInt32(bytes.count)
    // Safe: no more bytes are written than `size` states, including the final zero.
    guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { throw Errno.fileNameTooLong }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
    return "/proc/self/exe"
    #endif
  }
}

/// A failure of the refresh process itself.
enum RefreshProcessError: Error, Hashable {
  /// The process couldn't be started, for this reason.
  case notStarted(String)
  /// The process ended without a result.
  case noResult
}

extension RefreshProcessError: ExplainedError {
  var code: String {
    switch self {
    case .notStarted: "refresh_not_started"
    case .noResult: "refresh_without_result"
    }
  }

  var step: FlowStep { .token }

  var category: ErrorCategory {
    switch self {
    case .notStarted: .system
    case .noResult: .temporary
    }
  }

  var explanation: String {
    switch self {
    case .notStarted(let reason):
      "The process that refreshes the tokens could not be started: \(UntrustedText(reason))."
    case .noResult: "The process that refreshed the tokens was killed."
    }
  }

  var remedy: String {
    switch self {
    case .notStarted: "Free memory and processes, then try again; nothing was lost."
    case .noResult: "Try again. If the server had already answered, you may have to sign in again."
    }
  }
}

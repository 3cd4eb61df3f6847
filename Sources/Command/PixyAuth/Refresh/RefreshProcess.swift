internal import FoundationBasics
internal import Dispatch
internal import OAuth
package import OAuthCore
internal import PixyAccounts
package import PixyConnection
package import PixyTerminal
package import TokenStorage
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
package struct RefreshProcess: Sendable {
  package let directory: AccountDirectory
  package let account: Account
  package let server: ServerChoice
  /// The recorder of the requests and answers; `nil` to record nothing.
  package let recorder: TraceRecorder?
  package let console: Console
  package let isVerbose: Bool
  package var clock: WallClock = .system
  /// The path of the program that refreshes. Default: this process's program.
  package var program: String?
  /// The time after which the user is told that the refresh takes long.
  package var patience = SlowWork.patience

  package init(
    directory: AccountDirectory, account: Account, server: ServerChoice, recorder: TraceRecorder?, console: Console,
    isVerbose: Bool, clock: WallClock = .system, program: String? = nil, patience: Duration = SlowWork.patience
  ) {
    self.directory = directory
    self.account = account
    self.server = server
    self.recorder = recorder
    self.console = console
    self.isVerbose = isVerbose
    self.clock = clock
    self.program = program
    self.patience = patience
  }

  /// Returns the refresh process of another account in the same directory.
  func process(for other: StoredAccount) -> RefreshProcess {
    RefreshProcess(
      directory: directory, account: other.account, server: other.record.server, recorder: recorder, console: console,
      isVerbose: isVerbose, clock: clock, program: program, patience: patience)
  }

  /// The renewal of a session's tokens in such a process.
  var renewal: OutsideRenewal { { need, rejectedToken in try await renew(validFor: need, insteadOf: rejectedToken) } }

  /// Refreshes the account's tokens, unless the stored ones satisfy the need by then.
  ///
  /// - Parameters:
  ///   - need: The time that the access token must stay valid.
  ///   - rejectedToken: The access token that a resource has just rejected, if one has.
  /// - Throws: `TokenSessionError`; the errors of the token store.
  func renew(validFor need: Duration, insteadOf rejectedToken: Secret?) async throws {
    try await SlowWork.reporting(
      "Waiting for \(UntrustedText(account.server)) to refresh the tokens …", after: patience
    ) {
      try await renewNow(validFor: need, insteadOf: rejectedToken)
    }
  }

  private func renewNow(validFor need: Duration, insteadOf rejectedToken: Secret?) async throws {
    let began = clock.now()
    try await Self.locks(in: directory).withLockedFile(on: account) { lock in
      // The caller reports that there are no tokens.
      guard let stored = try await directory.store.tokens(for: account) else { return }
      if isEnough(stored, need, rejectedToken) { return }
      // Another process's refresh has failed meanwhile. Asking again wouldn't help. A failure in the
      // future is from a time when the clock was ahead.
      if let failure = RefreshLock(lock).failure, failure.moment >= began, failure.moment <= clock.now() {
        throw failure.error(for: account)
      }
      let order = try order(need, rejectedToken)
      let report: RefreshReport
      do {
        report = try await run(order, lock)
      } catch {
        // The process may have stored the tokens before it was killed.
        if let tokens = try await directory.store.tokens(for: account), isEnough(tokens, need, rejectedToken) { return }
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
  package static func locks(in directory: AccountDirectory) -> AccountLocks {
    AccountLocks(folder: directory.folders.locks).scoped("refresh")
  }

  private func isEnough(_ tokens: StoredTokens, _ need: Duration, _ rejectedToken: Secret?) -> Bool {
    guard tokens.accessToken != rejectedToken else { return false }
    let (wall, monotonic) = (clock.now(), MonotonicClock.system.now())
    return AccessTokenLife(of: tokens, wall: wall, monotonic: monotonic)
      .isFresh(for: need, wall: wall, monotonic: monotonic)
  }

  private func order(_ need: Duration, _ rejectedToken: Secret?) throws -> RefreshOrder {
    let certificates: ConnectionCertificates
    do {
      // The files, commands and standard input that only this process can read.
      certificates = try server.certificates()
    } catch {
      throw TransportUnavailable(cause: error)
    }
    return RefreshOrder(
      profile: directory.profile, account: account, need: need, rejectedToken: rejectedToken,
      passphrase: directory.passphrase,
      storeKey: (directory.store as? FileTokenStore)?.openedKey, connection: certificates, isTraced: recorder != nil,
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
        program ?? ProgramPath.ofThisProcess(), ["pixy", RefreshOrder.argument],
        descriptors: [
          STDIN_FILENO: input.readEnd, STDOUT_FILENO: output.writeEnd, STDERR_FILENO: null,
          RefreshLock.number: FileDescriptor(rawValue: lock),
        ], leadsSession: true)
      return (process, input.writeEnd, output.readEnd)
    } catch {
      throw RefreshProcessError.notStarted("\(error)")
    }
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
  /// The facts of each case.
  var facts: ErrorFacts {
    switch self {
    case .notStarted(let reason):
      ErrorFacts(
        "refresh_not_started", at: .token, .system,
        "The process that refreshes the tokens could not be started: \(UntrustedText(reason)).",
        remedy: "Free memory and processes, then try again; nothing was lost.")
    case .noResult:
      ErrorFacts(
        "refresh_without_result", at: .token, .temporary, "The process that refreshed the tokens was killed.",
        remedy: "Try again. If the server had already answered, you may have to sign in again.")
    }
  }
}

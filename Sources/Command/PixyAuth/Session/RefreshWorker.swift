internal import ArgumentParser
internal import FoundationBasics
internal import Logging
internal import OAuth
internal import OAuthCore
internal import PixyConnection
internal import PixyTerminal
internal import Synchronization
internal import TokenStorage
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
internal import CLibrary
internal import OAuthSessions

/// The refresh process: `pixy` with an argument that no user gives.
///
/// It reads its order from standard input, refreshes and stores the tokens, and writes its report
/// to standard output. It needs neither its parent nor a terminal.
package enum RefreshWorker {
  /// The longest life of the process in seconds: waiting for the account's lock, discovery, and
  /// two requests with a repetition for a DPoP nonce, each with its own timeout.
  private static let longestLife: CUnsignedInt = 300

  /// Whether this process is a refresh process.
  package static var isThisProcess: Bool {
    CommandLine.arguments.count == 2 && CommandLine.arguments[1] == RefreshOrder.argument
  }

  /// Runs the refresh process to its end.
  package static func run() async -> Never {
    detach()
    guard let bytes = try? FileInput.bytes(of: .standardInput, most: RefreshOrder.maximumBytes),
      let order = RefreshOrder(bytes: bytes)
    else { exit(ExitStatus.failure.rawValue) }
    let lines = Mutex<[String]>([])
    let console = Console(result: { _ in }, say: { line in lines.withLock { $0.append(line) } })
    let transport = LazyTransport {
      // The parent reports what takes long.
      AttentiveTransport(transport: try order.connection.transport(), patience: nil, say: console.say)
    }
    let recording = order.isTraced ? RecordingTransport(transport) : nil
    var report = RefreshReport()
    do {
      try await refresh(order, through: recording ?? transport, logger: console.logger(isVerbose: order.isVerbose))
    } catch {
      report.failure = RefreshFailure(error, at: WallClock.system.now())
    }
    RefreshLock(RefreshLock.number).end(with: report.failure)
    report.lines = lines.withLock { $0 }
    report.exchanges = recording?.exchanges ?? []
    // The parent may be gone. The store has what matters.
    try? FileDescriptor.standardOutput.writeWhole(report.bytes)
    exit(0)
  }

  private static func refresh(_ order: RefreshOrder, through transport: any HTTPTransport, logger: Logger) async throws
  {
    let directory = try await AccountDirectory.openExisting(profile: order.profile, passphrase: order.passphrase)
    if let key = order.storeKey { (directory?.store as? FileTokenStore)?.use(openedKey: key) }
    guard let directory, let storedAccount = try await directory.storedAccount(order.account) else {
      throw TokenSessionError.signedOut(order.account)
    }
    let session = try await AccountSession(
      storedAccount, in: directory, through: transport, validFor: order.rejectedToken == nil ? order.need : nil,
      logger: logger)
    try await session.refreshHere(validFor: order.need, insteadOf: order.rejectedToken)
  }

  /// Separates this process from its parent.
  private static func detach() {
    // The parent's terminal and job control don't matter from here on. Only SIGKILL ends the process
    // before its time. The working directory stays: paths in the environment may be relative to it.
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE] { _ = signal(number, SIG_IGN) }
    _ = signal(SIGALRM, SIG_DFL)
    _ = alarm(longestLife)
    _ = umask(0o077)
    OpenDescriptors.closeInherited(above: RefreshLock.number)
  }
}

#if os(Linux)
import Foundation
import Glibc
import OAuthCore
import SystemPackage
@testable import TokenStorage

/// A D-Bus session with a GNOME keyring in it, for one test: nobody else's keyring is touched, and this one can be locked,
/// stopped and ended.
///
/// `Scripts/keyring` sees to it that the programs are there, and says so in the environment.
actor PrivateKeyring {
  /// Whether the tests with a real keyring can run.
  static let isAvailable = ProcessInfo.processInfo.environment["PIXY_KEYRING"] != nil

  /// The keyring didn't come up.
  struct NeverReady: Error {}

  nonisolated let folder: String
  /// Where the bus listens.
  nonisolated let address: String
  private let bus: ChildProcess
  private var daemon: ChildProcess?

  /// Where stores find this session and no other.
  nonisolated var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  private nonisolated var childEnvironment: [String: String] {
    environment.merging([
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "XDG_DATA_HOME": folder + "/share", "XDG_RUNTIME_DIR": folder,
    ]) { $1 }
  }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.path() + "/pixy-keyring-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // No folders of services: nothing is started but by the test.
    try """
    <busconfig><type>session</type><listen>unix:dir=\(folder)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>
    """.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
    // The bus ends with this process, however that ends; the keyring ends with its bus.
    bus = try ChildProcess(
      [
        "sh", "-c", #"dbus-daemon --config-file="$0" --nofork --nosyslog --print-address=1 & read -r _; kill $!; wait"#,
        folder + "/bus.conf",
      ], environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    address = try bus.line()
  }

  /// Starts a bus without a keyring, does something, and ends it with everything in it.
  static func with(_ body: (PrivateKeyring) async throws -> Void) async throws {
    let keyring = try PrivateKeyring()
    do {
      try await body(keyring)
    } catch {
      await keyring.end()
      throw error
    }
    await keyring.end()
  }

  /// Starts the keyring's daemon, and waits until it answers.
  ///
  /// - Parameter unlocked: whether it is given the login keyring's password, as a sign-in at the desktop does. The first time,
  ///   that makes the login keyring.
  func start(unlocked: Bool = true) async throws {
    let daemon = try ChildProcess(
      ["gnome-keyring-daemon", "--foreground", "--components=secrets", "--control-directory=\(folder)/control"]
        + (unlocked ? ["--unlock"] : []), environment: childEnvironment)
    self.daemon = daemon
    try daemon.send("\n")
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    while clock.now < end {
      do throws(TokenStoreError) {
        // Any answer will do.
        try await work { keyring throws(TokenStoreError) in _ = try keyring.items([:]) }
        return
      } catch {
        guard error.kind == .absent else { throw error }
      }
    }
    throw NeverReady()
  }

  /// Ends the daemon; what it kept is in its files.
  func stop() {
    daemon?.signal(SIGTERM)
    daemon?.end()
    daemon = nil
  }

  /// Sends the daemon a signal.
  func signal(_ number: CInt) {
    daemon?.signal(number)
  }

  /// Locks the default collection, as a screen saver may.
  func lock() async throws {
    try await work { keyring throws(TokenStoreError) in
      let path = try keyring.defaultCollection()
      _ = try keyring.connection.call("Lock", of: Keyring.service, at: Keyring.root, [.paths([path])])
    }
  }

  /// Does something with this keyring that stores don't.
  nonisolated func work<Result: Sendable>(
    _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    try await KeyringWork(library: LibSecret.defaultName, environment: environment, clock: ContinuousClock())
      .run(within: .seconds(20), body)
  }

  /// What another program, which comes with libsecret, says.
  nonisolated func secretTool(_ arguments: String...) throws -> [String] {
    let process = try ChildProcess(["secret-tool"] + arguments, environment: childEnvironment)
    defer { process.end() }
    return try process.lines()
  }

  /// How many connections this session's bus has, the one that asks included.
  nonisolated func connections() throws -> Int {
    let process = try ChildProcess(
      [
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames",
      ], environment: childEnvironment)
    defer { process.end() }
    return try process.lines().count { $0.contains("\":") }
  }

  /// A store in this session.
  nonisolated func store(
    application: String = "pixy-tests", limit: Duration = .seconds(20), clock: any Clock<Duration> = ContinuousClock()
  ) -> SecretServiceTokenStore {
    SecretServiceTokenStore(
      application: application, locks: AccountLocks(folder: folder + "/locks"), limit: limit, environment: environment,
      clock: clock)
  }

  private func end() {
    // A stopped process wouldn't notice that its bus ended.
    daemon?.signal(SIGKILL)
    daemon?.end()
    bus.end()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
#endif

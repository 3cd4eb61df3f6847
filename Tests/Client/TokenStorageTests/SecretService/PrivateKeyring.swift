#if os(Linux)
import Foundation
import Glibc
import OAuthCore
import SystemPackage
@testable import TokenStorage

/// A D-Bus session with a GNOME keyring, or with KeePassXC, for one test. No other keyring is touched,
/// and this one can be locked, stopped and ended.
///
/// `Scripts/with/keyring` provides the programs and reports them in the environment.
actor PrivateKeyring {
  /// Whether the tests with a real keyring can run.
  static let isAvailable = ProcessInfo.processInfo.environment["PIXY_KEYRING"] != nil

  /// Whether the tests with KeePassXC can run.
  static let hasKeePassXC = ProcessInfo.processInfo.environment["PIXY_KEEPASSXC"] != nil

  /// The error that the keyring didn't start.
  struct NeverReady: Error {}

  nonisolated let folder: String
  /// The address of the bus.
  nonisolated let address: String
  private let bus: ChildProcess
  private var daemon: ChildProcess?

  /// The variables with which a store finds this session only.
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
    // No service folders: only the test starts services.
    try """
    <busconfig><type>session</type><listen>unix:dir=\(folder)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>
    """.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
    // The bus ends when this process ends for any reason, and the keyring ends with its bus.
    bus = try ChildProcess(
      [
        "sh", "-c", #"dbus-daemon --config-file="$0" --nofork --nosyslog --print-address=1 & read -r _; kill $!; wait"#,
        folder + "/bus.conf",
      ], environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    address = try bus.line()
  }

  /// Starts a bus without a keyring, runs a body, and ends the bus with everything in it.
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

  /// Starts the keyring's daemon and waits until it responds.
  ///
  /// - Parameter unlocked: Whether the daemon receives the login keyring's password, as in a
  ///   desktop sign-in. The first time, this creates the login keyring.
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
        try await work { keyring throws(TokenStoreError) in
          // A daemon without a password has no keyring, and any reply is enough.
          if unlocked { _ = try keyring.openCollection() } else { _ = try keyring.items([:]) }
        }
        return
      } catch {
        guard error.kind == .absent || unlocked && error.kind == .locked else { throw error }
      }
    }
    throw NeverReady()
  }

  /// A setting of KeePassXC's Secret Service.
  enum KeePassXCSetting: String {
    /// The program asks the user before another program reads an entry. The default.
    case confirmsAccess = "ConfirmAccessItem"
    /// The program asks the user before another program deletes an entry, even if the entry moves to
    /// the recycle bin. The default is to ask only without a recycle bin.
    case confirmsDeletion = "ConfirmDeleteItem"
    /// The program writes its file after each change. The default. Only the test of durability turns it
    /// on: KeePassXC 2.7.4 crashed now and then during others.
    case savesEachChange = "AutoSaveAfterEveryChange"
  }

  /// Starts KeePassXC without a display, and waits until it responds. Nobody can answer its windows.
  ///
  /// - Parameters:
  ///   - settings: The settings that are on.
  ///   - isExposed: Whether the database exposes a group.
  ///   - isUnlocked: Whether the program receives the database's password.
  func startKeePassXC(
    _ settings: Set<KeePassXCSetting> = [], exposed isExposed: Bool = true, unlocked isUnlocked: Bool = true
  ) async throws {
    let database = folder + "/passwords.kdbx"
    if !FileManager.default.fileExists(atPath: database) {
      try Self.database(isExposed: isExposed).write(
        toFile: folder + "/passwords.xml", atomically: true, encoding: .utf8)
      let making = try ChildProcess(
        ["keepassxc-cli", "import", "--set-password", folder + "/passwords.xml", database],
        environment: childEnvironment)
      try making.send("password\npassword\n")
      making.end()
    }
    func line(_ setting: KeePassXCSetting) -> String { "\(setting.rawValue)=\(settings.contains(setting))" }
    try """
    [General]
    ConfigVersion=2
    \(line(.savesEachChange))
    SingleInstance=false
    UpdateCheckMessageShown=true
    [GUI]
    CheckForUpdates=false
    [Security]
    NoConfirmMoveEntryToRecycleBin=\(!settings.contains(.confirmsDeletion))
    [FdoSecrets]
    Enabled=true
    \(line(.confirmsAccess))
    \(line(.confirmsDeletion))

    """.write(toFile: folder + "/keepassxc.ini", atomically: true, encoding: .utf8)
    var environment = childEnvironment
    environment["QT_QPA_PLATFORM"] = "offscreen"
    environment["XDG_CONFIG_HOME"] = folder + "/config"
    let daemon = try ChildProcess(
      ["keepassxc", "--config", folder + "/keepassxc.ini", "--localconfig", folder + "/local.ini"]
        + (isUnlocked ? ["--pw-stdin"] : []) + [database], environment: environment)
    self.daemon = daemon
    try daemon.send("password\n")
    try await waitForReply(isExposed ? isUnlocked ? nil : .locked : .noKeyring)
  }

  /// The group's UUID is the one in the database's custom data, 00010203-….
  private static func database(isExposed: Bool) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <KeePassFile><Meta><Generator>Pixy's tests</Generator><RecycleBinEnabled>True</RecycleBinEnabled><CustomData>\
    \(isExposed
      ? "<Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{00010203-0405-0607-0809-0a0b0c0d0e0f}</Value></Item>"
      : "")\
    </CustomData></Meta>
    <Root><Group><UUID>AAECAwQFBgcICQoLDA0ODw==</UUID><Name>Root</Name></Group></Root></KeePassFile>
    """
  }

  /// Waits until KeePassXC has written its file, after work that changes an entry.
  func waitForFile(after work: () async throws -> Void) async throws {
    let database = FilePath(folder + "/passwords.kdbx")
    func modification() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: database.string)[.modificationDate] as? Date
    }
    let old = try modification()
    try await work()
    let clock = ContinuousClock()
    let end = clock.now + .seconds(30)
    while try modification() == old {
      guard clock.now < end else { throw NeverReady() }
      try await clock.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until the keyring's state is the expected one.
  ///
  /// - Parameter state: The kind of the error of a look at the default keyring; `nil` for none.
  private func waitForReply(_ state: TokenStoreError.Kind?) async throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(30)
    while clock.now < end {
      do throws(TokenStoreError) {
        try await work { keyring throws(TokenStoreError) in _ = try keyring.openCollection() }
        if state == nil { return }
      } catch {
        if error.kind == state { return }
        guard [.absent, .noKeyring, .locked].contains(error.kind) else { throw error }
      }
    }
    throw NeverReady()
  }

  /// Ends the daemon. Its content remains in its files.
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

  /// Runs work on this keyring that the stores don't support.
  nonisolated func work<Result: Sendable>(
    _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    try await KeyringWork(library: LibSecret.defaultName, environment: environment, clock: ContinuousClock())
      .run(within: .seconds(20), body)
  }

  /// Returns the output of `secret-tool`, which is part of libsecret.
  nonisolated func secretTool(_ arguments: String...) throws -> [String] {
    let process = try ChildProcess(["secret-tool"] + arguments, environment: childEnvironment)
    defer { process.end() }
    return try process.lines()
  }

  /// Returns the number of connections of this session's bus, including the caller's.
  nonisolated func connections() throws -> Int {
    let process = try ChildProcess(
      [
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames",
      ], environment: childEnvironment)
    defer { process.end() }
    return try process.lines().count { $0.contains("\":") }
  }

  /// Returns a store in this session.
  nonisolated func store(
    application: String = "pixy-tests", limit: Duration = .seconds(20), promptLimit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), onPrompt: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> SecretServiceTokenStore {
    SecretServiceTokenStore(
      application: application, locks: AccountLocks(folder: folder + "/locks"), limit: limit,
      promptLimit: promptLimit, environment: environment, clock: clock, onPrompt: onPrompt)
  }

  private func end() {
    // A suspended process wouldn't notice that its bus ended.
    daemon?.signal(SIGKILL)
    daemon?.end()
    bus.end()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
#endif

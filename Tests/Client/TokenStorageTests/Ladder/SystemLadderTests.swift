#if os(Linux)
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing

@testable import TokenStorage

/// The ladder that most programs use, on a machine without a keyring.
@Suite struct SystemLadderTests {
  private func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
  }

  @Test func `Without a keyring, and with no files allowed, there is no store, and nothing is recorded`() async throws {
    let folder = try TemporaryFolder()
    let ladder = try StorageLadder.system(environment: environment(folder))
    let error = await #expect(throws: TokenStoreError.self) { try await ladder.open() }
    #expect(error?.kind == .absent)
    #expect(error?.description.contains("secret-service") == true)
    let survey = try await ladder.survey()
    #expect(survey.chosenRung == nil && survey.findings.map(\.rung) == ["secret-service"])
    // The lock of the choice is the only file.
    #expect(try folder.contents().isEmpty)
  }

  // Peers have no usable store on a headless Linux machine.
  @Test func `A key file is used if that was allowed, and its protection is described`() async throws {
    let folder = try TemporaryFolder()
    let ladder = try StorageLadder.system(files: .keyFile, environment: environment(folder))
    let opened = try await ladder.open()
    #expect(opened.isNewChoice && opened.rung == "file" && opened.passedOver.map(\.rung) == ["secret-service"])
    #expect(opened.store.location.kind == .file)
    #expect(opened.store.location.protection.contains("does not protect against programs that you run"))
    #expect(opened.store.location.place == folder.path + "/.local/share/pixy/pixy/tokens")
    // A rung that was reported as chosen has already been created.
    #expect(FileManager.default.fileExists(atPath: opened.store.location.place + "/store"))
    #expect(try await ladder.open().isNewChoice == false)
  }

  @Test func `The automatic choice is a key file on Linux`() async throws {
    let folder = try TemporaryFolder()
    let opened = try await StorageLadder.system(files: .automatic, environment: environment(folder)).open()
    #expect(opened.rung == "file")
  }

  @Test func `Without a store, the error names the parameter that allows files`() async throws {
    let folder = try TemporaryFolder()
    let ladder = try StorageLadder.system(environment: environment(folder))
    let error = await #expect(throws: TokenStoreError.self) { try await ladder.open() }
    #expect(error?.remedy.contains("files: .keyFile") == true)
  }

  @Test func `Files, locks and the choice are in the given folder, and nothing in the home`() async throws {
    let (home, shared) = (try TemporaryFolder(), try TemporaryFolder())
    let ladder = try StorageLadder.system(
      app: "app", files: .keyFile, folder: shared.path, environment: environment(home))
    let store = try await ladder.open().store
    #expect(store.location.place == shared.path + "/pixy/app/tokens")
    try await store.withLock(on: Account(provider: "p", name: "n")) {}
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    #expect(try shared.contents().keys.contains("pixy/app/storage-choice.json"))
    #expect(throws: TokenStoreError.self) {
      try StorageLadder.system(folder: "relative", environment: environment(home))
    }
  }

  @Test func `The keyring's store locks accounts in the home, whatever a snap sets XDG_DATA_HOME to`() async throws {
    let (home, snap) = (try TemporaryFolder(), try TemporaryFolder())
    let ladder = try StorageLadder.system(
      environment: environment(home).merging(["XDG_DATA_HOME": snap.path]) { $1 })
    let store = try await #require(ladder.rungs.first).opening()
    #expect(store.location.kind == .secretService)
    try await store.withLock(on: Account(provider: "p", name: "n")) {}
    #expect(FileManager.default.fileExists(atPath: home.path + "/.local/share/pixy/pixy/locks"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: snap.path).isEmpty)
  }

  /// Opens the ladder of an app with a simulated keychain, and an app group's folder.
  private func open(
    _ keychain: PlayedKeychain, group: String?, in folder: TemporaryFolder, hasFileKeychain: Bool = true
  ) async throws -> OpenedStorage {
    try await StorageLadder.system(
      app: "app", files: .none, accessGroup: group, folder: folder.path, environment: [:], onPrompt: { _ in },
      clock: HourglassClock()
    ) { app, locks, accessGroup throws(TokenStoreError) in
      try KeychainTokenStore(
        app: app, locks: AccountLocks(folder: locks), accessGroup: accessGroup,
        accessibility: .afterFirstUnlockThisDeviceOnly, hasFileKeychain: hasFileKeychain,
        calls: keychain)
    }.open()
  }

  @Test func `An app and its extension share tokens and locks by the access group and the folder`() async throws {
    let shared = try TemporaryFolder()
    let keychain = PlayedKeychain(groups: ["TEAM.app", "TEAM.shared"])
    let account = try Account(provider: "p", name: "n")
    let tokens = StoredTokens(accessToken: Secret("at"), receivedAt: .init(timeIntervalSince1970: 0))
    let app = try await open(keychain, group: "TEAM.shared", in: shared)
    #expect(app.rung == "keychain")
    try await app.store.save(tokens, for: account)
    #expect(!keychain.kept.isEmpty && keychain.kept.keys.allSatisfy { $0.group == "TEAM.shared" })
    try await app.store.withLock(on: account) {
      let names = try FileManager.default.subpathsOfDirectory(atPath: shared.path)
      #expect(names.contains { $0.hasPrefix("pixy/app/locks/") && $0.hasSuffix(".lock") })
    }
    // The extension has the shared group only.
    keychain.change { $0.groups = ["TEAM.shared"] }
    let other = try await open(keychain, group: "TEAM.shared", in: shared)
    #expect(!other.isNewChoice)
    #expect(try await other.store.tokens(for: account) == tokens)
    // Without the parameter, the app's own group is meant, whose items have other names.
    keychain.change { $0.groups = ["TEAM.app", "TEAM.shared"] }
    #expect(try await open(keychain, group: nil, in: shared).store.tokens(for: account) == nil)
  }

  @Test func `A program without the entitlement is told to add it, and gets no file keychain for a group`() async throws
  {
    // As an app without the group's entitlement on macOS, and as a unit test without a host app on iOS.
    for (groups, group, hasFileKeychain) in [(["TEAM.app"], "TEAM.shared", true), ([], nil, false)] {
      let folder = try TemporaryFolder()
      let error = await #expect(throws: TokenStoreError.self) {
        try await open(PlayedKeychain(groups: groups), group: group, in: folder, hasFileKeychain: hasFileKeychain)
      }
      #expect(error?.kind == .absent && error?.description.contains("-34018") == true)
      #expect(error?.remedy.contains("`keychain-access-groups`") == true)
    }
  }

  @Test func `A survey of an empty home leaves it empty`() async throws {
    let folder = try TemporaryFolder()
    for files in [StorageLadder.FileFallback.keyFile, .passphrase(Secret("words"))] {
      let survey = try await StorageLadder.system(files: files, environment: environment(folder)).survey()
      #expect(survey.findings.last?.problem == nil && survey.findings.last?.location?.kind == .file)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test func `A survey detects a wrong passphrase`() async throws {
    let folder = try TemporaryFolder()
    _ = try await StorageLadder.system(files: .passphrase(Secret("right")), environment: environment(folder)).open()
    let survey = try await StorageLadder.system(files: .passphrase(Secret("wrong")), environment: environment(folder))
      .survey()
    #expect(survey.findings.last?.problem?.kind == .wrongKey)
  }

  @Test func `Two programs share neither tokens nor choices`() async throws {
    let folder = try TemporaryFolder()
    func open(_ app: String) async throws -> any TokenStore {
      try await StorageLadder.system(app: app, files: .keyFile, environment: environment(folder))
        .open().store
    }
    let account = try Account(provider: "p", name: "n")
    let tokens = StoredTokens(accessToken: Secret("at"), receivedAt: .init(timeIntervalSince1970: 0))
    try await open("one").save(tokens, for: account)
    #expect(try await open("two").tokens(for: account) == nil)
    #expect(try await open("one").tokens(for: account) == tokens)
    for app in ["..", ".", "a/b"] {
      #expect(throws: TokenStoreError.self) { try StorageLadder.system(app: app, environment: environment(folder)) }
    }
  }

  @Test func `A program that allows no files doesn't open another store in place of the chosen files`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try await StorageLadder.system(files: .keyFile, environment: environment(folder)).open()
    let error = await #expect(throws: TokenStoreError.self) {
      try await StorageLadder.system(environment: environment(folder)).open()
    }
    #expect(error?.kind == .absent && error?.place == "file")
  }

  @Test func `Files with a passphrase open only with that passphrase`() async throws {
    let folder = try TemporaryFolder()
    func ladder(_ passphrase: String) throws -> StorageLadder {
      try StorageLadder.system(files: .passphrase(Secret(passphrase)), environment: environment(folder))
    }
    let account = try Account(provider: "p", name: "n")
    let opened = try await ladder("right").open()
    let tokens = StoredTokens(accessToken: Secret("at"), receivedAt: .init(timeIntervalSince1970: 0))
    try await opened.store.save(tokens, for: account)
    #expect(try await ladder("right").open().store.tokens(for: account) == tokens)
    let store = try await ladder("wrong").open().store
    let error = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: account) }
    #expect(error?.kind == .wrongKey)
  }
}
#endif

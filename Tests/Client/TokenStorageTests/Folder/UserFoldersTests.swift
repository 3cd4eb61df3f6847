import OAuthCore
import Testing

@testable import TokenStorage

struct UserFoldersTests {
  #if !canImport(Darwin)
  /// A relative path is invalid and ignored (XDG Base Directory Specification).
  @Test(arguments: [
    (["HOME": "/home/ada"], "/home/ada/.local/share/pixy/pixy/tokens", "/home/ada/.config/pixy/pixy/key/token-key"),
    (
      ["HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"], "/data/pixy/pixy/tokens",
      "/config/pixy/pixy/key/token-key"
    ),
    (
      ["XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"], "/data/pixy/pixy/tokens",
      "/config/pixy/pixy/key/token-key"
    ),
    (
      ["HOME": "/home/ada", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": ""], "/home/ada/.local/share/pixy/pixy/tokens",
      "/home/ada/.config/pixy/pixy/key/token-key"
    ),
  ])
  func `Folders are at the places that the specification defines`(
    _ environment: [String: String], _ tokens: String, _ tokenKey: String
  ) throws {
    let folders = try UserFolders(environment: environment)
    #expect(folders.tokens == tokens)
    #expect(folders.tokenKey == tokenKey)
  }

  // githits-com/githits-cli, pull request 164: two processes with one keyring and different folders of locks spend the
  // same refresh token.
  @Test func `The locks of the keyring don't depend on XDG_DATA_HOME, which snaps change`() throws {
    let usual = try UserFolders(environment: ["HOME": "/home/ada"])
    let snap = try UserFolders(environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "/home/ada/snap/code/1/share"])
    #expect(snap.keyringLocks == usual.keyringLocks && usual.keyringLocks == usual.locks && snap.locks != usual.locks)
    let homeless = try UserFolders(environment: ["XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"])
    #expect(homeless.keyringLocks == homeless.locks)
  }

  @Test func `Each program has folders of its own`() throws {
    let folders = try UserFolders(app: "com.example.app", environment: ["HOME": "/home/ada"])
    let data = "/home/ada/.local/share/pixy/com.example.app"
    #expect(folders.data == data && folders.locks == data + "/locks" && folders.tokens == data + "/tokens")
    #expect(folders.passphraseTokens == data + "/tokens-passphrase")
    #expect(folders.tokenKey == "/home/ada/.config/pixy/com.example.app/key/token-key")
  }
  #endif

  @Test func `A shared folder has everything, and the environment counts for nothing`() throws {
    let folders = try UserFolders(app: "com.example.app", in: "/group")
    let data = "/group/pixy/com.example.app"
    #expect(folders.data == data && folders.locks == data + "/locks" && folders.tokens == data + "/tokens")
    #expect(folders.tokenKey == data + "/key/token-key")
    for folder in ["", "group", "/group\0"] {
      let error = #expect(throws: TokenStoreError.self) { try UserFolders(in: folder) }
      #expect(error?.kind == .unsafePlace)
    }
  }

  @Test(arguments: [
    (UserFolders.Layout.applicationSupport, "/var/mobile/app/Library/Application Support/pixy/com.example.app"),
    (.caches, "/var/mobile/app/Library/Caches/pixy/com.example.app"),
  ])
  func `An Apple TV has the folders in Library, Caches, and other Apple systems in Application Support`(
    _ layout: UserFolders.Layout, _ data: String
  ) throws {
    let environment = ["HOME": "/var/mobile/app", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"]
    let folders = try UserFolders(app: "com.example.app", environment: environment, layout: layout)
    #expect(folders.data == data && folders.locks == data + "/locks" && folders.tokens == data + "/tokens")
    #expect(folders.tokenKey == data + "/key/token-key")
  }

  @Test(arguments: ["", ".", "..", ".app", "a/b", "/a", "a b", "a+b", "a\0", "é", String(repeating: "a", count: 129)])
  func `A name that would lead elsewhere is rejected`(_ app: String) {
    let error = #expect(throws: TokenStoreError.self) { try UserFolders(app: app, environment: ["HOME": "/home/ada"]) }
    #expect(error?.kind == .failed && error?.place == nil)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "ada"], ["HOME": "~"]])
  func `Without an absolute HOME there are no folders`(_ environment: [String: String]) {
    let error = #expect(throws: TokenStoreError.self) { try UserFolders(environment: environment) }
    #expect(error?.kind == .absent)
    #expect(error?.explanation.contains(environment.isEmpty ? "HOME is not set" : "HOME is not an absolute") == true)
    #expect(error?.remedy.hasPrefix("Set HOME to the absolute path of your home folder.") == true)
  }
}

import Testing
import TokenStorage

struct UserFoldersTests {
  #if !canImport(Darwin)
  /// XDG Base Directory Specification: a relative path is invalid and ignored.
  @Test(arguments: [
    (["HOME": "/home/ada"], "/home/ada/.local/share/pixy/tokens", "/home/ada/.config/pixy/token-key"),
    (
      ["HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"], "/data/pixy/tokens",
      "/config/pixy/token-key"
    ),
    (["XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"], "/data/pixy/tokens", "/config/pixy/token-key"),
    (
      ["HOME": "/home/ada", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": ""], "/home/ada/.local/share/pixy/tokens",
      "/home/ada/.config/pixy/token-key"
    ),
  ])
  func `Folders are where the specification says`(
    _ environment: [String: String], _ tokens: String, _ tokenKey: String
  ) throws {
    let folders = try UserFolders(environment: environment)
    #expect(folders.tokens == tokens)
    #expect(folders.tokenKey == tokenKey)
  }
  #endif

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "ada"], ["HOME": "~"]])
  func `Without an absolute HOME there are none`(_ environment: [String: String]) {
    let error = #expect(throws: TokenStoreError.self) { try UserFolders(environment: environment) }
    #expect(error?.kind == .absent)
  }
}

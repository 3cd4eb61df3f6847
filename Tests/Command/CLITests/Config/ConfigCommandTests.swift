import Foundation
import OAuthCore
import Subprocess
import SystemPackage
import Testing

@testable import PixyConnection

/// `pixy config`, run as a user does, with a home folder of its own.
@Suite(.timeLimit(.minutes(60))) struct ConfigCommandTests {
  private struct Home {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var file: String { folder.path + "/config/pixy/settings.json" }

    func config(_ arguments: String...) async throws -> CommandTests.Outcome {
      try await CommandTests.pixy(
        ["config"] + arguments, environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"])
    }

    func write(_ text: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/config/pixy", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: file))
    }
  }

  @Test func `A setting is stored, shown, changed and removed`() async throws {
    let home = try Home()
    let empty = try await home.config()
    #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.contains("no settings in \(home.file)"))
    #expect(!FileManager.default.fileExists(atPath: home.file))
    for (name, value) in [("port", "8414"), ("browser", "firefox -P work %s")] {
      let set = try await home.config("set", name, value)
      #expect(set.status == 0 && set.output.isEmpty && set.errors.isEmpty)
    }
    let list = try await home.config("list")
    #expect(list.output == "browser=firefox -P work %s\nport=8414\n")
    let text = try await home.config("list", "--json").output
    let json = try #require(try JSONValue(bytes: Array(text.utf8)).object)
    #expect(json["version"] == 1 && json["file"] == .string(home.file))
    #expect(json["settings"]?.object?["port"] == 8414)
    #expect(try await home.config("get", "port").output == "8414\n")
    #expect(
      try await home.config("get", "port", "--json").output
        == #"{"file":"\#(home.file)","settings":{"port":8414},"version":1}"# + "\n")
    #expect(try await home.config("set", "port", "8414", "--json").output == text)
    _ = try await home.config("set", "port", "0")
    #expect(try await home.config("get", "port").output == "0\n")
    #expect(try await home.config("unset", "port").status == 0)
    #expect(try await home.config("unset", "port").status == 0)
    let gone = try await home.config("get", "port")
    #expect(try await home.config("get", "port", "--json").errors.contains(#""code":"setting_not_set""#))
    #expect(gone.status == 1 && gone.output.isEmpty && gone.errors.contains("pixy config set port"))
    #expect(try Settings.load(["XDG_CONFIG_HOME": home.folder.path + "/config"])[.browser] == "firefox -P work %s")
  }

  @Test func `Only the owner can read the file and its folder, and no other file remains`()
    async throws
  {
    let home = try Home()
    _ = try await home.config("set", "port", "8414")
    let manager = FileManager.default
    let folder = home.folder.path + "/config/pixy"
    #expect(try manager.attributesOfItem(atPath: home.file)[.posixPermissions] as? Int == 0o600)
    #expect(try manager.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
    #expect(try manager.contentsOfDirectory(atPath: folder) == ["settings.json"])
  }

  @Test func `A link to a file elsewhere stays a link`() async throws {
    let home = try Home()
    try home.write("")
    try FileManager.default.removeItem(atPath: home.file)
    let elsewhere = try home.folder.file("mine.json", #"{"version":1}"#)
    try FileManager.default.createSymbolicLink(atPath: home.file, withDestinationPath: elsewhere)
    #expect(try await home.config("set", "port", "8414").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.file) == elsewhere)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "{\"port\":8414,\"version\":1}\n")
  }

  @Test(arguments: [
    (["set", "colour", "red"], "colour"), (["get", "colour"], "colour"), (["unset", "colour"], "colour"),
    (["set", "port", "65536"], "0 to 65535"), (["set", "port", "8414x"], "0 to 65535"),
    (["set", "browser", "/usr/bin/w3m"], "graphical browser"), (["set", "browser", ""], "browser"),
    (["set", "port"], "value"),
  ])
  func `Unknown settings and invalid values are rejected by name`(
    _ arguments: [String], _ text: String
  ) async throws {
    let home = try Home()
    let outcome = try await CommandTests.pixy(
      ["config"] + arguments, environment: ["XDG_CONFIG_HOME": home.folder.path])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
  }

  @Test(arguments: [
    ("nonsense", "JSON"), ("[]", "JSON"), ("{}", "version"), (#"{"version":2}"#, "version"),
    (#"{"version":1,"colour":"red"}"#, "colour"), (#"{"version":1,"port":"x"}"#, "port"),
    (#"{"version":1,"port":true}"#, "port"), (#"{"version":1,"version":1}"#, "JSON"),
  ])
  func `A file in another format is reported by name and not changed`(_ text: String, _ word: String) async throws {
    let home = try Home()
    try home.write(text)
    for arguments in [["list"], ["set", "port", "1"]] {
      let outcome = try await CommandTests.pixy(
        ["config"] + arguments, environment: ["XDG_CONFIG_HOME": home.folder.path + "/config"])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(word), "\(outcome.errors)")
    }
    #expect(try String(contentsOfFile: home.file, encoding: .utf8) == text)
  }

  @Test func `Only one process at a time changes the settings`() throws {
    let home = try Home()
    try home.write(#"{"version":1}"#)
    let folder = try FileDescriptor.open(FilePath(home.folder.path + "/config/pixy"), .readOnly)
    defer { try? folder.close() }
    let file = try #require(ConfigFile(["XDG_CONFIG_HOME": home.folder.path + "/config"]))
    let isFree = try file.locked { () throws(ConfigError) in flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 }
    #expect(!isFree)
    #expect(flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func `A folder that can't be created is reported in words`() async throws {
    let outcome = try await CommandTests.pixy(
      ["config", "set", "port", "1"], environment: ["XDG_CONFIG_HOME": "/dev/null/config"])
    #expect(outcome.status == 1 && outcome.errors.contains("/dev/null/config") && !outcome.errors.contains("Domain"))
  }

  @Test func `Folders that aren't absolute are ignored`() {
    #expect(
      ConfigFile(["XDG_CONFIG_HOME": "config", "HOME": "/home/ada"])?.path == "/home/ada/.config/pixy/settings.json")
    #expect(ConfigFile(["XDG_CONFIG_HOME": "/etc/ada", "HOME": "/home/ada"])?.path == "/etc/ada/pixy/settings.json")
    #expect(ConfigFile(["HOME": "ada"]) == nil && ConfigFile([:]) == nil)
  }
}

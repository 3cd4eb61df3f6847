#if os(Linux)
import Foundation
import OAuthCore
import Testing

@testable import TokenStorage

/// Tests without a keyring: all the ways in which it can be absent.
struct AbsentSecretServiceTests {
  @Test(arguments: [
    [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
    ["XDG_RUNTIME_DIR": "/nowhere"], ["XDG_RUNTIME_DIR": "relative"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"], ["DBUS_SESSION_BUS_ADDRESS": "no address"],
    ["DBUS_SESSION_BUS_ADDRESS": "unknown:transport=1"],
  ])
  func `Without a bus the store is absent, at once`(_ environment: [String: String]) async throws {
    // The limit is so long that the test would hang if the limit ended the call.
    let error = await failure(environment: environment.merging(["XDG_RUNTIME_DIR": "/nowhere"]) { own, _ in own })
    #expect(error?.kind == .absent)
    #expect(error?.category == .system)
  }

  @Test func `Without the library the store is absent, and the error names the package`() async throws {
    let error = await failure(environment: [:], library: "libsecret-that-nobody-has.so.0")
    #expect(error?.kind == .absent)
    #expect(error?.explanation.contains("libsecret-1-0") == true)
  }

  @Test func `A library that isn't libsecret is no keyring either`() async throws {
    let error = await failure(environment: [:], library: "libc.so.6")
    #expect(error?.kind == .absent)
  }

  @Test func `The bus in the runtime folder is found, and its path escaped`() throws {
    let folder = FileManager.default.temporaryDirectory.path() + "/pixy bus,%\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(filePath: folder + "/bus"))
    let address = try BusAddress.find(in: ["XDG_RUNTIME_DIR": folder])
    #expect(address.hasPrefix("unix:path=/"))
    #expect(address.hasSuffix("/bus"))
    #expect(address.contains("/pixy%20bus%2c%25"))
  }

  @Test(arguments: [
    ("org.freedesktop.Secret.Error.IsLocked", TokenStoreError.Kind.locked),
    ("org.freedesktop.Secret.Error.NoSuchObject", .unknownAccount),
    ("org.freedesktop.DBus.Error.ServiceUnknown", .absent), ("org.freedesktop.DBus.Error.NameHasNoOwner", .absent),
    ("org.freedesktop.DBus.Error.Spawn.ChildExited", .absent), ("org.freedesktop.DBus.Error.Disconnected", .absent),
    ("org.freedesktop.DBus.Error.AccessDenied", .denied), ("org.freedesktop.DBus.Error.NoReply", .absent),
    ("org.freedesktop.DBus.Error.Timeout", .timedOut), ("org.freedesktop.DBus.Error.Failed", .failed),
    ("org.example.Unheard", .failed),
  ])
  func `Each error of D-Bus has its kind`(_ name: String, _ kind: TokenStoreError.Kind) {
    #expect(LibSecret.kind(ofRemote: name) == kind)
  }

  @Test func `An unknown method means a deleted item at an item, and another service elsewhere`() {
    for name in ["org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface"] {
      #expect(LibSecret.kind(ofRemote: name, missing: .unknownAccount) == .unknownAccount)
      #expect(LibSecret.kind(ofRemote: name) == .failed)
    }
  }

  @Test func `A provider that is invalid in a keyring has no current account`() async throws {
    // The keyring isn't called: a NUL would cut the name short in C.
    #expect(try await store(environment: [:]).currentAccount(of: "a\0b") == nil)
  }

  private func failure(environment: [String: String], library: String = "libsecret-1.so.0") async -> TokenStoreError? {
    await #expect(throws: TokenStoreError.self) {
      _ = try await store(environment: environment, library: library).accounts()
    }
  }

  private func store(environment: [String: String], library: String = "libsecret-1.so.0") -> SecretServiceTokenStore {
    SecretServiceTokenStore(
      locks: AccountLocks(folder: "/nowhere"), limit: .seconds(600), environment: environment, library: library)
  }
}
#endif

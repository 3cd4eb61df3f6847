import OAuthCore
import PKCE
import SystemPackage
import Testing

@testable import TokenStorage

struct DataProtectionTests {
  // A file whose class forbids it can't be opened while the device is locked (cryptomator/ios#11).
  @Test func `A locked device is reported as locked, and only on systems that lock files`() {
    let path = FilePath("/var/mobile/app/Library/Application Support/pixy/app/tokens/store")
    let locked = TokenStoreError(Errno.notPermitted, path, hasDataProtection: true)
    #expect(locked.kind == .locked && locked.explanation.contains("the device is locked"))
    #expect(locked.remedy.contains("Unlock the keyring, or the device"))
    #expect(TokenStoreError(Errno.notPermitted, path, hasDataProtection: false).kind == .readOnly)
    for error in [Errno.permissionDenied, .readOnlyFileSystem] {
      #expect(TokenStoreError(error, path, hasDataProtection: true).kind == .readOnly)
    }
    #expect(!SystemFileCalls.hasDataProtection, "neither Linux nor macOS denies files of a locked device")
  }

  @Test func `A lock can be taken while the device is locked`() throws {
    let folder = try TemporaryFolder()
    let calls = FaultyFileCalls()
    let lock = LockFile(FilePath(folder.appending("account.lock")), calls: calls)
    calls.close(try #require(try lock.tryToLock()))
    #expect(calls.record.contains("unprotect account.lock"))
  }

  @Test func `The chosen store can be read while the device is locked, and tokens can't`() async throws {
    let folder = try TemporaryFolder()
    let calls = FaultyFileCalls()
    let file = StorageChoiceFile(folder: folder.path, clock: ContinuousClock(), calls: calls)
    try await file.save(StorageChoice("keychain"))
    let (unprotected, renamed) = (
      calls.record.firstIndex(of: "unprotect NEW"), calls.record.firstIndex(of: "rename NEW storage-choice.json")
    )
    #expect(try #require(unprotected) < #require(renamed))
    calls.forget()
    let files = PrivateFiles(
      folder: PrivateFolder(FilePath(folder.path), calls: calls), calls: calls, random: SystemRandomSource())
    try files.replace("a.tokens", with: [1])
    #expect(!calls.record.contains { $0.hasPrefix("unprotect") })
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import OAuthTestSupport
import Testing
import TokenStorage

@Suite struct StorageChoiceFileTests {
  let fixture = LadderFixture()

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func expect(_ kind: TokenStoreError.Kind, at location: SourceLocation = #_sourceLocation) async throws {
    let error = try await #require(throws: TokenStoreError.self, sourceLocation: location) {
      _ = try await fixture.ladder().open()
    }
    #expect(error.kind == kind, sourceLocation: location)
    #expect(fixture.strong.openings + fixture.middle.openings + fixture.weak.openings == 0, sourceLocation: location)
  }

  @Test func `The choice is private, and the folder contains only it and its lock`() async throws {
    _ = try await fixture.ladder().open()
    _ = try await fixture.ladder().use("weak")
    #expect(try permissions(fixture.path) == 0o700 && permissions(fixture.file) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path)
    #expect(names.count == 2 && names.contains("storage-choice.json"))
    #expect(names.contains { $0.hasSuffix(".lock") })
    #expect(fixture.remembered == #"{"store":"weak","version":1}"# + "\n")
  }

  @Test func `The leftovers of a killed writer are replaced`() async throws {
    try fixture.remember("")
    try FileManager.default.moveItem(
      atPath: fixture.file, toPath: fixture.path + "/.new-" + String(repeating: "A", count: 22))
    #expect(try await fixture.ladder().open().rung == "strong")
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "/.new-" + String(repeating: "A", count: 22)))
  }

  @Test func `A choice that is damaged at any byte, or truncated anywhere, is made anew where the accounts are`()
    async throws
  {
    _ = try await fixture.ladder().use("weak")
    try fixture.weak.inner.save(LadderFixture.tokens("one"), for: LadderFixture.account("ada"))
    let whole = Array(try #require(fixture.remembered).utf8)
    for index in whole.indices {
      for changed in [Array(whole[..<index]), whole[..<index] + [whole[index] ^ 0x80] + whole[(index + 1)...]] {
        try Data(changed).write(to: URL(fileURLWithPath: fixture.file))
        #expect(try await fixture.ladder().openChosen()?.rung == "weak")
        #expect(fixture.remembered.map { Array($0.utf8) } != whole)
        #expect(try await fixture.ladder().open().rung == "weak")
        // Without its last byte, the line feed, the file is still complete.
        #expect(fixture.remembered.map { Array($0.utf8) } == whole || index == whole.count - 1)
      }
    }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"version":"1","store":"strong"}"#, #"{"version":0,"store":"strong"}"#,
    #"{"version":1}"#, #"{"version":1,"store":7}"#, #"{"version":1,"store":"strong","moving_to":[]}"#,
    #"{"version":1,"store":"strong","store":"weak"}"#, String(repeating: " ", count: 5_000),
  ])
  func `Without accounts, a malformed choice is replaced by a new one`(_ text: String) async throws {
    try fixture.remember(text)
    #expect(try await fixture.ladder().openChosen() == nil)
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "strong" && opened.isNewChoice)
    #expect(fixture.remembered == #"{"store":"strong","version":1}"# + "\n")
  }

  @Test func `While a store that may have accounts can't be opened, a malformed choice stays`() async throws {
    try fixture.remember("no choice")
    fixture.strong.fail(.locked)
    let error = await #expect(throws: TokenStoreError.self) { try await fixture.ladder().open() }
    #expect(error?.kind == .locked && fixture.remembered == "no choice")
    // A store with accounts is used nevertheless.
    try fixture.weak.inner.save(LadderFixture.tokens("one"), for: LadderFixture.account("ada"))
    #expect(try await fixture.ladder().open().rung == "weak")
  }

  @Test func `A newer version's choice is left unchanged`() async throws {
    try fixture.remember(#"{"version":2,"store":"strong"}"#)
    try await expect(.newerFormat)
    #expect(fixture.remembered?.contains("2") == true)
  }

  @Test func `A link, or a file or folder that others can write, is rejected`() async throws {
    try fixture.remember(#"{"version":1,"store":"weak"}"#, permissions: 0o622)
    try await expect(.unsafePlace)
    try FileManager.default.moveItem(atPath: fixture.file, toPath: fixture.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.file, withDestinationPath: fixture.path + "/elsewhere")
    try await expect(.unsafePlace)
    try FileManager.default.removeItem(atPath: fixture.file)
    try FileManager.default.createDirectory(atPath: fixture.file, withIntermediateDirectories: false)
    try await expect(.unsafePlace)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.path)
    try await expect(.unsafePlace)
  }
}

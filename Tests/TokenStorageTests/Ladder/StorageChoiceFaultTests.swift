import SystemPackage
import Testing

@testable import TokenStorage

@Suite struct StorageChoiceFaultTests {
  /// Every system call in turn fails, alone or (as when the machine dies) with all that follow.
  @Test(arguments: [Errno.noSpace, .ioError, .readOnlyFileSystem, .interrupted], [false, true])
  func `Whichever system call fails, the old choice is there or the new one`(
    _ error: Errno, _ isLasting: Bool
  ) async throws {
    // What is interrupted for ever is tried for ever.
    guard error != .interrupted || !isLasting else { return }
    let (old, new) = (StorageChoice("weak"), StorageChoice("weak", movingTo: "strong"))
    var number = 0
    while true {
      let folder = try TemporaryFolder()
      let sound = StorageChoiceFile(folder: folder.path, clock: ContinuousClock())
      try await sound.save(old)
      let calls = FaultyFileCalls(failing: number..<(isLasting ? .max : number + 1), error)
      do {
        try await StorageChoiceFile(folder: folder.path, clock: ContinuousClock(), calls: calls).save(new)
        #expect(try await sound.load() == new, "call \(number)")
      } catch {
        #expect([old, new].contains(try await sound.load()), "call \(number)")
      }
      try await sound.save(new)
      #expect(try folder.contents().keys.sorted() == ["storage-choice.json"], "call \(number)")
      #expect(try await sound.load() == new, "call \(number)")
      guard number < calls.count else { break }
      number += 1
    }
    // Looking at the folder, and open, write, synchronize, rename, and synchronize the folder.
    #expect(number > 6)
  }
}

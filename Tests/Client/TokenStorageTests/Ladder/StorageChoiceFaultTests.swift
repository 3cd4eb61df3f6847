import SystemPackage
import Testing

@testable import TokenStorage

@Suite struct StorageChoiceFaultTests {
  /// Failures of each system call in turn: once, or from that call on, as when the machine crashes.
  @Test(arguments: [Errno.noSpace, .ioError, .readOnlyFileSystem, .interrupted], [false, true])
  func `If any system call fails, the old choice or the new one is recorded`(
    _ error: Errno, _ isLasting: Bool
  ) async throws {
    // A call that is interrupted forever is repeated forever.
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
        #expect(try await sound.load() == .recorded(new), "call \(number)")
      } catch {
        #expect([.recorded(old), .recorded(new)].contains(try await sound.load()), "call \(number)")
      }
      try await sound.save(new)
      #expect(try folder.contents().keys.sorted() == ["storage-choice.json"], "call \(number)")
      #expect(try await sound.load() == .recorded(new), "call \(number)")
      guard number < calls.count else { break }
      number += 1
    }
    // Checking the folder; opening, writing, synchronizing and renaming the file; synchronizing the
    // folder.
    #expect(number > 6)
  }
}

import Synchronization
import Testing

@testable import PixyAuth
@testable import PixyTerminal

@Suite struct StatusLineTests {
  /// The output that a terminal received.
  private final class Written: Sendable {
    let text = Mutex("")
  }

  @Test func `It is rewritten in place, moves below messages, and is erased at the end`() {
    let written = Written()
    let line = StatusLine(write: { text in written.text.withLock { $0 += text } }, width: { 10 })
    line.show("1 left")
    line.show("1 left")
    line.say("a word") { text in written.text.withLock { $0 += text + "\n" } }
    line.show("more than fits")
    line.clear()
    line.clear()
    #expect(
      written.text.withLock { $0 }
        == "\r\u{1B}[K1 left\r\u{1B}[Ka word\n1 left\r\u{1B}[Kmore than\r\u{1B}[K")
  }

  @Test func `The status line has the time, and only the length of the typed text`() {
    #expect(
      SignInPrompt.text(remaining: .seconds(299), typed: 0)
        == "Waiting, or paste the address (4:59 left): ")
    #expect(
      SignInPrompt.text(remaining: .seconds(61), typed: 5)
        == "Waiting, or paste the address (1:01 left): 5 characters ")
    #expect(RemainingTime.text(.seconds(-1)) == "0:00 left" && RemainingTime.text(.seconds(3_661)) == "61:01 left")
  }
}

import OAuthCore
import Testing

@Suite struct UntrustedTextTests {
  @Test func `Terminal escapes, line breaks and text reversal are removed`() {
    let hostile = "\u{1B}[31mred\u{7}\r\nInjected: yes\u{202E}gnp.exe\u{200B}\u{2028}"
    #expect(UntrustedText(hostile).description == "[31mredInjected: yesgnp.exe")
  }

  @Test func `Unassigned characters and those for private use are removed`() {
    #expect(UntrustedText("a\u{EFF}b\u{E000}c é 日 👍").description == "abc é 日 👍")
  }

  @Test func `Long text is cut`() {
    let text = UntrustedText(String(repeating: "a", count: 10_000)).description
    #expect(text.count == UntrustedText.maximumCharacters + 1)
    #expect(text.hasSuffix("…"))
  }

  @Test func `A secret that a server sends back is replaced`() {
    let response = ErrorResponse(
      ErrorCode("bad_code-12345"), description: "code-12345 is not code-12345", uri: "https://a.example/?c=code-12345")
    let shown = "\(response.withholding([Secret("code-12345"), Secret("")]))"
    #expect(!shown.contains("code-12345"))
    #expect(shown.contains("[redacted] is not [redacted]"))
  }

  @Test func `The beginning of a secret at the end of a cut text is replaced`() {
    let secret = Secret(String(repeating: "s3cr3t", count: 100))
    let text = UntrustedText("you sent " + secret.reveal()).withholding([secret])
    #expect(text.description == "you sent [redacted]…")
    #expect(UntrustedText(String(repeating: "a", count: 400)).withholding([secret]).description.hasSuffix("a…"))
  }
}

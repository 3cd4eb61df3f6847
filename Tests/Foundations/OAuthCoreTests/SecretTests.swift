import OAuthCore
import Testing

@Suite struct SecretTests {
  // Clients printed tokens, codes, verifiers and request URLs.
  @Test func `Printing a secret never shows it`() {
    let secret = Secret("s3cr3t-value")
    var dumped = ""
    dump(secret, to: &dumped)
    let shown = [
      "\(secret)", String(describing: secret), String(reflecting: secret), dumped, "\([secret])", "\(secret as Any)",
    ]
    for text in shown { #expect(!text.contains("s3cr3t")) }
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(secret.reveal() == "s3cr3t-value")
  }

  @Test func `Secrets are equal exactly if their bytes are equal`() {
    #expect(Secret("abc") == Secret("abc"))
    #expect(Secret("abc") != Secret("abd"))
    #expect(Secret("abc") != Secret("abcd"))
    // Swift's String treats these two as equal, but a secret is compared by bytes.
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(Secret("").byteCount == 0)
  }
}

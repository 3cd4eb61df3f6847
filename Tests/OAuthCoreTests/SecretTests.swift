import OAuthCore
import Testing

@Suite struct SecretTests {
  // LESSONS, Clients: tokens, codes, verifiers and request URLs printed.
  @Test func `Nothing that prints a secret shows it`() {
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

  @Test func `Secrets are equal exactly if their octets are`() {
    #expect(Secret("abc") == Secret("abc"))
    #expect(Secret("abc") != Secret("abd"))
    #expect(Secret("abc") != Secret("abcd"))
    // Swift's String finds these two equal; a secret isn't text.
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(Secret("").octetCount == 0)
  }
}

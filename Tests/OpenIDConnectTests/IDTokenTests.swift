import OAuthCore
import Testing

@testable import OpenIDConnect

@Suite struct IDTokenTests {
  @Test func `an ID token keeps its claims`() {
    #expect(IDToken(subject: "me", claims: ["sub": "me"]).claims["sub"] == "me")
  }
}

import Evidence
import OAuthCore
import PKCE
import Testing

@testable import OAuthServer

@Suite(.covers("RFC 6749 §10.10, server")) struct SecretGeneratorTests {
  @Test func `An identifier begins with a letter, so that no command takes it for an option, and keeps all 128 bits`()
    throws
  {
    for byte in UInt8.min...UInt8.max {
      let name = SecretGenerator(random: RepeatingSource(byte: byte)).identifier()
      #expect(name.first?.isLetter == true && name.utf8.count == 22, "\(name)")
      #expect(try Base64URL.decode(String(name.reversed())) == [UInt8](repeating: byte, count: 16))
    }
  }

  private struct RepeatingSource: RandomSource {
    let byte: UInt8

    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
  }
}

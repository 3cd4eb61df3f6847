import PKCE
import Testing

// Clients printed tokens, codes, verifiers and request URLs.
@Suite("Redaction")
struct RedactionTests {
  static let text = RFC7636VectorTests.verifier

  /// Prints a value in all ways that can happen unintentionally.
  static func shown<Value>(_ value: Value) -> String {
    var said = "\(value) \(String(describing: value)) \(String(reflecting: value)) \(dumped(value))"
    said += " \(Optional(value) as Any) \([value]) \(dumped([value])) \(["key": value]) \((value, 1))"
    said += " \(Result<Value, CodeVerifierError>.success(value))"
    reflect(value, into: &said)
    return said
  }

  /// Walks the mirror to its leaves.
  static func reflect(_ value: Any, into said: inout String, depth: Int = 0) {
    guard depth < 8 else { return }
    for child in Mirror(reflecting: value).children {
      said += " \(child.label ?? "") \(child.value)"
      reflect(child.value, into: &said, depth: depth + 1)
    }
  }

  @Test("Interpolation, reflection and dump don't show a verifier")
  func verifier() throws {
    let verifier = try CodeVerifier(Self.text)
    #expect("\(verifier)" == "[redacted]")
    #expect(String(reflecting: verifier) == "[redacted]")
    #expect(Mirror(reflecting: verifier).children.isEmpty)
    #expect(!Self.shown(verifier).contains(Self.text))
    #expect(!Self.shown(verifier).contains(Self.text.prefix(6)))
  }

  @Test("A plain challenge, which is the verifier, isn't shown; an S256 challenge is")
  func challenge() throws {
    let verifier = try CodeVerifier(Self.text)
    #expect(!Self.shown(CodeChallenge(insecurePlain: verifier)).contains(Self.text.prefix(6)))
    #expect("\(CodeChallenge(insecurePlain: verifier))" == "plain [redacted]")
    #expect("\(CodeChallenge(s256: verifier))" == "S256 \(RFC7636VectorTests.challenge)")
    #expect(!Self.shown(CodeChallenge(s256: verifier)).contains(Self.text.prefix(6)))
  }

  @Test("A pair shows its challenge and not its verifier")
  func pair() throws {
    let pair = PKCEChallenge(verifier: try CodeVerifier(Self.text))
    #expect("\(pair)" == "S256 \(RFC7636VectorTests.challenge), verifier [redacted]")
    #expect(Self.shown(pair).contains(RFC7636VectorTests.challenge))
    #expect(!Self.shown(pair).contains(Self.text.prefix(6)))
  }

  @Test("No type with a secret can be encoded by accident")
  func notCodable() throws {
    let verifier = try CodeVerifier(Self.text)
    let values: [Any] = [verifier, CodeChallenge(insecurePlain: verifier), PKCEChallenge(verifier: verifier)]
    for value in values {
      #expect(!(value is any Encodable))
      #expect(!(value is any LosslessStringConvertible))
    }
  }
}

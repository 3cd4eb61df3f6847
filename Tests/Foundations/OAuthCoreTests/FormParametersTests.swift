import OAuthCore
import Testing

@Suite struct FormParametersTests {
  // RFC 6749 appendix B has an example: "a space, %, &, +, £, €".
  @Test func `The example of RFC 6749 appendix B is encoded as printed`() throws {
    var form = FormParameters()
    form.append("q", " %&+\u{A3}\u{20AC}")
    #expect(form.formEncoded() == "q=+%25%26%2B%C2%A3%E2%82%AC")
    #expect(form.queryEncoded() == "q=%20%25%26%2B%C2%A3%E2%82%AC")
  }

  // Clients joined forms without percent-encoding.
  @Test func `Every character round-trips through a form and through a query`() throws {
    var form = FormParameters()
    for value in UInt8.min...127 { form.append("k\(value)", "a\(Character(Unicode.Scalar(value)))b") }
    form.append("emoji", "\u{1F511}=&\u{0}")
    form.append("", "empty name")
    form.append("empty value", "")
    #expect(try FormParameters(decoding: form.formEncoded()) == form)
    #expect(try FormParameters(decoding: form.queryEncoded()) == form)
  }

  @Test func `Only letters, digits and four marks are not encoded`() {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._".utf8)
    for byte in UInt8.min...127 where byte != 0x20 {
      let text = String(Unicode.Scalar(byte))
      #expect((FormParameters.formEncode(text) == text) == kept.contains(byte))
    }
  }

  @Test func `Plus and %20 both mean a space`() throws {
    #expect(try FormParameters(decoding: "a=b+c").single("a") == "b c")
    #expect(try FormParameters(decoding: "a=b%20c").single("a") == "b c")
  }

  @Test func `A name without a value and an empty pair are accepted`() throws {
    let form = try FormParameters(decoding: "&a&&b=1&")
    #expect(form.pairs.map(\.name) == ["a", "b"])
    #expect(try form.single("a") == nil)
    #expect(try FormParameters(decoding: "").pairs.isEmpty)
  }

  @Test func `A parameter that must be unique is rejected if repeated, even if the first value is empty`() throws {
    let form = try FormParameters(decoding: "code=1&code=2&state=&state=x")
    #expect(throws: RepeatedParameter.self) { try form.single("code") }
    #expect(throws: RepeatedParameter.self) { try form.single("state") }
    #expect(form.all("code") == ["1", "2"])
    #expect(form.firstRepeatedName() == "code")
  }

  @Test func `The first name that is repeated is found among few and among many`() {
    for count in 2...40 {
      var form = FormParameters()
      for number in 0..<count { form.append("p\(number)", "") }
      #expect(form.firstRepeatedName() == nil)
      form.append("p\(count - 1)", "")
      form.append("p0", "")
      #expect(form.firstRepeatedName() == "p\(count - 1)")
      #expect(form.firstRepeatedName(except: ["p\(count - 1)"]) == "p0")
      #expect(form.firstRepeatedName(except: ["p0", "p\(count - 1)"]) == nil)
    }
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%4g", "%", "a=1&b=%e"])
  func `Broken percent-encoding is rejected`(_ text: String) {
    #expect(throws: FormDecodingError.self) { try FormParameters(decoding: text) }
  }

  @Test(arguments: ["a=%FF", "a=%C3", "a=%C0%80", "a=%ED%A0%80", "%80=a"])
  func `Bytes that are not UTF-8 are rejected`(_ text: String) {
    #expect(throws: FormDecodingError.notUTF8(pair: 0)) { try FormParameters(decoding: text) }
  }

  @Test func `A text that is too long and too many parameters are rejected`() {
    let limit = FormParameters.maximumBytes
    #expect(throws: FormDecodingError.tooLong(limit: limit)) {
      try FormParameters(decoding: String(repeating: "a", count: limit + 1))
    }
    let pairs = FormParameters.maximumPairs
    #expect(throws: FormDecodingError.tooManyParameters(limit: pairs)) {
      try FormParameters(decoding: String(repeating: "a=1&", count: pairs + 1))
    }
  }

  @Test func `A form shows its names and never its values`() throws {
    let form = try FormParameters(decoding: "code=s3cr3t&state=s3cr3t")
    #expect("\(form)" == "FormParameters(code, state)")
    var dumped = ""
    dump(form, to: &dumped)
    #expect(!dumped.contains("s3cr3t"))
    #expect(!"\(form.pairs)".contains("s3cr3t"))
  }

  // Found by Fuzz/Sources/fuzz/Targets/FormTarget.swift: names are as untrusted as values.
  @Test func `Names are made safe to show and cut`() throws {
    let form = try FormParameters(decoding: "%1B%5D0;x%07=1&a%E2%80%AEb=2&" + String(repeating: "n", count: 1_000))
    #expect("\(form)".hasPrefix("FormParameters(]0;x, ab, nnn"))
    #expect("\(form)".count < 350)
    #expect(form.pairs.first.map { "\($0)" } == "]0;x=[redacted]")
  }
}

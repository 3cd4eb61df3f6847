import Evidence
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@testable import JOSE

/// Headers and payloads with missing, surplus or wrong members (RFC 7515 §4, RFC 8725 §3).
@Suite(.covers("RFC 7515 §3", "RFC 7516 §3", "RFC 8725 §3")) struct HeaderAttackTests {
  private let key: SigningKey
  private let keys: JSONWebKeySet

  init() throws {
    key = try SigningKey.generate(.es256, keyID: "k")
    keys = JSONWebKeySet([key.verificationKey])
  }

  private func token(_ header: String, _ payload: String = #"{"sub":"me"}"#) throws -> String {
    try ForgedToken.compact(header: header, payload: payload, signedBy: key.signature(over:))
  }

  @Test(.covers("rfc8725bis §3.10", "CVE-2026-27962"), arguments: ["jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256"])
  func `A key in the token, or the address of one, is ignored`(member: String) throws {
    let attacker = try SigningKey.generate(.es256, keyID: "k")
    let values: [String: JSONValue] = [
      "jwk": try #require(attacker.verificationKey.publicJWK), "jku": "https://attacker.example/keys",
      "x5u": "https://attacker.example/cert", "x5c": ["MIIB"], "x5t": "AAAA", "x5t#S256": "AAAA",
    ]
    let forged = try attacker.sign(["sub": "me"], header: [member: try #require(values[member])]).reveal()
    #expect(throws: JOSEError.invalidSignature) {
      try JSONWebSignature(compact: forged).verified(by: keys, allowing: [.es256])
    }
    let honest = try key.sign(["sub": "me"], header: [member: try #require(values[member])]).reveal()
    #expect(throws: Never.self) { try JSONWebSignature(compact: honest).verified(by: keys, allowing: [.es256]) }
  }

  @Test(arguments: [
    #"{"alg":"ES256","alg":"none"}"#, #"{"alg":"none","alg":"ES256"}"#, #"{"alg":"ES256","\u0061lg":"ES256"}"#,
    #"{"alg":"ES256","kid":"k","kid":"j"}"#, #"{"alg":"ES256","x":{"y":1,"y":2}}"#,
  ])
  func `A repeated member in the header is rejected`(header: String) {
    #expect(throws: JOSEError.malformed(.header)) { try JSONWebSignature(compact: token(header)) }
  }

  @Test(arguments: [
    #"{"sub":"me","sub":"you"}"#, #"{"sub":"me","a":{"b":1,"b":2}}"#, #"{"sub":"me","s\u0075b":"you"}"#,
  ])
  func `A repeated member in the payload is rejected`(payload: String) throws {
    let verified = try JSONWebSignature(compact: token(#"{"alg":"ES256"}"#, payload)).verified(
      by: keys, allowing: [.es256])
    #expect(throws: JOSEError.malformed(.payload)) { try verified.claims() }
  }

  @Test(arguments: ["[]", "\"sub\"", "null", "1", "", "{", "sub=me", "\u{FEFF}{}"])
  func `A payload that is not a JSON object has no claims`(payload: String) throws {
    let verified = try JSONWebSignature(compact: token(#"{"alg":"ES256"}"#, payload)).verified(
      by: keys, allowing: [.es256])
    #expect(throws: JOSEError.malformed(.payload)) { try verified.claims() }
  }

  // RFC 7515 §4.1.11, RFC 7797 §3.
  @Test(
    .covers("CVE-2025-59420", "CVE-2026-32597", "CVE-2026-35042", "CVE-2026-48525"),
    arguments: [
      #"{"alg":"ES256","crit":["exp"],"exp":1}"#, #"{"alg":"ES256","crit":[]}"#, #"{"alg":"ES256","crit":null}"#,
      #"{"alg":"ES256","crit":["alg"]}"#, #"{"alg":"ES256","crit":"b64"}"#,
      #"{"alg":"ES256","b64":false,"crit":["b64"]}"#,
      #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","b64":true}"#,
    ])
  func `A critical extension and b64 are rejected`(header: String) {
    #expect(throws: JOSEError.criticalExtension) { try JSONWebSignature(compact: token(header)) }
  }

  @Test(arguments: [
    #"{"alg":"ES256","kid":1}"#, #"{"alg":"ES256","kid":null}"#, #"{"alg":"ES256","kid":["k"]}"#,
    #"{"alg":"ES256","typ":{}}"#, "[]", "\"ES256\"", "null", "", #"{"alg":"ES256"}x"#, #"{'alg':'ES256'}"#,
    #"{"alg":"ES256",}"#, #"{"alg":"ES256","x":"\ud800"}"#,
  ])
  func `A header with members of the wrong type, or that is not an object, is rejected`(header: String) {
    #expect(throws: JOSEError.malformed(.header)) { try JSONWebSignature(compact: token(header)) }
  }

  @Test(.covers("CVE-2025-53864")) func `A header or payload with too deep nesting is rejected`() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(throws: JOSEError.malformed(.header)) {
      try JSONWebSignature(compact: token(#"{"alg":"ES256","x":\#(deep)}"#))
    }
    let verified = try JSONWebSignature(compact: token(#"{"alg":"ES256"}"#, #"{"x":\#(deep)}"#))
      .verified(by: keys, allowing: [.es256])
    #expect(throws: JOSEError.malformed(.payload)) { try verified.claims() }
  }

  @Test(
    .covers(
      "rfc8725bis §3.3", "rfc8725bis §3.14", "CVE-2025-30204", "CVE-2025-27144", "CVE-2025-22868", "CVE-2025-61920"))
  func `A text without the length or form of a compact JWS is rejected`() throws {
    let honest = try token(#"{"alg":"ES256"}"#)
    let long = String(repeating: "A", count: JSONWebSignature.maximumBytes)
    #expect(throws: JOSEError.tooLong(limit: 65_536)) { try JSONWebSignature(compact: honest + long) }
    #expect(throws: JOSEError.tooLong(limit: 10)) { try JSONWebSignature(compact: honest, maximumBytes: 10) }
    #expect(throws: JOSEError.encrypted) { try JSONWebSignature(compact: honest + ".AA.AA") }
    for text in [
      "", ".", "a", "a.b", honest + ".", honest + ".AA", "." + honest, honest + ".AA.AA.AA", honest + "..A..",
    ] {
      #expect(throws: JOSEError.notCompact) { try JSONWebSignature(compact: text) }
    }
    #expect(throws: JOSEError.malformed(.header)) { try JSONWebSignature(compact: "..") }
    #expect(throws: JOSEError.malformed(.header)) { try JSONWebSignature(compact: "a.b.c") }
    // RFC 7515 §7.2: the JSON form has a function of its own.
    let json = #"{"protected":"e30","payload":"e30","signature":"AA"}"#
    #expect(throws: JOSEError.notCompact) { try JSONWebSignature(compact: json) }
  }

  // RFC 7515 §2: base64url has no line breaks, white space, padding or other characters.
  @Test(.covers("rfc8725bis §3.14"))
  func `Padding, white space, plain base64 and spare bits are rejected in each part`() throws {
    let honest = try token(#"{"alg":"ES256"}"#, #"{"sub":"m"}"#)
    let parts = honest.split(separator: ".").map(String.init)
    for (index, part) in [JOSEError.Part.header, .payload, .signature].enumerated() {
      for text in [
        parts[index] + "=", parts[index] + "==", parts[index] + " ", " " + parts[index], parts[index] + "\n",
        "\t" + parts[index], parts[index] + "\u{0}", "+" + parts[index].dropFirst(), "/" + parts[index].dropFirst(),
        parts[index] + "%3D", parts[index] + "\u{E9}",
      ] {
        #expect(throws: JOSEError.malformed(part)) {
          try JSONWebSignature(compact: ForgedToken.replacing(index, of: honest, with: text))
        }
      }
    }
    // 64 bytes are 86 characters. The last character has four spare bits.
    let last = try #require(parts[2].last)
    #expect("AQgw".contains(last))
    for other in "BCDEFGHIJKLMNOPRSTUVWXYZ0123456789-_" {
      #expect(throws: JOSEError.malformed(.signature)) {
        try JSONWebSignature(
          compact: ForgedToken.replacing(2, of: honest, with: parts[2].dropLast() + String(other)))
      }
    }
  }

  // RFC 8725 §3.11.
  @Test(
    .covers("rfc8725bis §3.11"),
    arguments: [
      (ExpectedType.exactly("at+jwt"), nil, false), (.exactly("at+jwt"), "JWT", false),
      (.exactly("at+jwt"), "at+jwt", true),
      (.exactly("at+jwt"), "AT+JWT", true), (.exactly("at+jwt"), "application/at+jwt", true),
      (.exactly("at+jwt"), "application/at+jwt/x", false), (.exactly("at+jwt"), "text/at+jwt", false),
      (.exactly("at+jwt"), "at+jwt ", false), (.exactly("dpop+jwt"), "logout+jwt", false),
      (.oneOf(["JWT", "at+jwt"]), "jwt", true), (.oneOf(["JWT", "at+jwt"]), nil, false),
      (.oneOf(["JWT", "at+jwt"]), "dpop+jwt", false), (.any, nil, true), (.any, "anything", true),
      (.oneOf([]), "JWT", false),
    ] as [(ExpectedType, String?, Bool)])
  func `A token of one type is not accepted as another`(expected: ExpectedType, type: String?, isAccepted: Bool) throws
  {
    let signature = try JSONWebSignature(compact: key.sign(["sub": "me"], type: type).reveal())
    if isAccepted {
      #expect(throws: Never.self) { try signature.verified(by: keys, allowing: [.es256], type: expected) }
    } else {
      #expect(throws: JOSEError.wrongType(type.map(UntrustedText.init))) {
        try signature.verified(by: keys, allowing: [.es256], type: expected)
      }
    }
  }

  @Test func `None of 3,000 damaged tokens is accepted, and none causes a crash`() throws {
    let random = SeededRandomSource(seed: 7515)
    let honest = try key.sign(["sub": "me", "aud": ["a", "b"], "exp": 1_800_000_000], type: "JWT").reveal()
    let original = Array(honest.utf8)
    func number(below limit: Int) -> Int { random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % max(limit, 1) }
    let marks = Array(".=-_ \n{}\"A\u{0}".utf8)
    var refused = 0
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0...number(below: 4) {
        let position = number(below: bytes.count)
        switch number(below: 7) {
        case 0: bytes[position] = UInt8(number(below: 256))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(UInt8(number(below: 256)), at: position)
        case 3: bytes.insert(marks[number(below: marks.count)], at: position)
        case 4: bytes.removeLast(min(bytes.count - 1, number(below: 30)))
        case 5: bytes.insert(contentsOf: bytes.prefix(number(below: 60)), at: position)
        default: bytes.swapAt(position, number(below: bytes.count))
        }
      }
      guard bytes != original else { continue }
      #expect(throws: JOSEError.self) {
        try JSONWebSignature(compact: String(decoding: bytes, as: UTF8.self)).verified(by: keys, allowing: [.es256])
      }
      refused += 1
    }
    #expect(refused > 2_900)
  }

  @Test(.covers("CVE-2025-65015"))
  func `Errors show neither payload nor signature, and the header only made safe`() throws {
    let header = #"{"alg":"\u001b[31mnone","kid":"k"}"#
    let token = try token(header, #"{"secret":"S3CR3T"}"#)
    let error = #expect(throws: JOSEError.self) {
      try JSONWebSignature(compact: token).verified(by: keys, allowing: [.es256])
    }
    let said = error.map { "\($0) \($0.explanation) \($0.remedy) \(String(reflecting: $0))" } ?? ""
    #expect(said.contains("[31mnone") && !said.contains("\u{1B}") && !said.contains("S3CR3T"))
  }
}

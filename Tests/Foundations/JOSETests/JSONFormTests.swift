import Evidence
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@testable import JOSE

/// The JSON form of a JWS: its two syntaxes, its two headers, and texts that no honest signer
/// writes (RFC 7515 §7.2).
@Suite(.covers("RFC 7515 §7.2")) struct JSONFormTests {
  private let key: SigningKey
  private let other: SigningKey
  private let keys: JSONWebKeySet
  private static let payload = Array("content".utf8)

  init() throws {
    key = try SigningKey.generate(.es256, keyID: "k")
    other = try SigningKey.generate(.edDSA, keyID: "o")
    keys = JSONWebKeySet([key.verificationKey, other.verificationKey])
  }

  /// Returns the members of a flattened JWS with any protected header.
  private func flattened(_ header: String = #"{"alg":"ES256"}"#) throws -> [String: JSONValue] {
    let parts = try ForgedToken.compact(header: header, payload: "content", signedBy: key.signature(over:))
      .split(separator: ".", omittingEmptySubsequences: false).map { JSONValue.string(String($0)) }
    return ["protected": parts[0], "payload": parts[1], "signature": parts[2]]
  }

  private static func text(_ members: [String: JSONValue]) -> String {
    String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }

  /// Verifies the first signature.
  private func verified(_ json: String, type: ExpectedType = .any) throws(JOSEError) -> VerifiedSignature {
    try JSONWebSignature.signatures(json: json)[0].get().verified(by: keys, allowing: [.es256, .edDSA], type: type)
  }

  private func error(_ json: String) -> JOSEError? {
    do throws(JOSEError) {
      _ = try verified(json)
      return nil
    } catch {
      return error
    }
  }

  @Test func `One key gives the flattened syntax, several the general one, and each signature is valid`() async throws {
    let one = try await JSONWebSignature.json(Self.payload, signedBy: key, type: "statement")
    #expect(try JSONValue(bytes: Array(one.utf8)).object?.keys.sorted() == ["payload", "protected", "signature"])
    #expect(try verified(one, type: .exactly("statement")).payload == Self.payload)
    let two = try await JSONWebSignature.json(Self.payload, signedBy: key, other)
    #expect(try JSONValue(bytes: Array(two.utf8)).object?.keys.sorted() == ["payload", "signatures"])
    let verified = try JSONWebSignature.signatures(json: two).map {
      try $0.get().verified(by: keys, allowing: [.es256, .edDSA])
    }
    #expect(verified.map(\.algorithm) == [.es256, .edDSA])
    #expect(verified.map(\.header.keyID) == ["k", "o"])
    #expect(verified.allSatisfy { $0.payload == Self.payload })
  }

  @Test func `A signature that doesn't fit the signer's public key is not written`() async throws {
    struct Wrong: Signer {
      let algorithm = SignatureAlgorithm.es256
      let verificationKey: JSONWebKey
      func signature(over bytes: [UInt8]) -> [UInt8] { Array(repeating: 1, count: 64) }
    }
    await #expect {
      try await JSONWebSignature.json(Self.payload, signedBy: key, Wrong(verificationKey: key.verificationKey))
    } throws: {
      ($0 as? SignerError)?.code == "signer_wrong_signature"
    }
  }

  // RFC 7515 §7.2.1: each signature is the one that the compact form would have.
  @Test(arguments: [
    #"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":"k"}"#, #"{"alg":"ES256","kid":"o"}"#, #"{"alg":"none"}"#,
    #"{"alg":"ES256","alg":"none"}"#, #"{"alg":"ES256","crit":["exp"],"exp":1}"#, #"{"alg":"ES256","crit":[]}"#,
    #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","kid":1}"#, #"{"alg":"HS256","kid":"k"}"#, "[]", "{}", "", "{",
    #"{"alg":"EdDSA"}"#, #"{"alg":"ES256","jwk":{}}"#, #"{"kid":"k"}"#, #"{"alg":1}"#,
  ])
  func `A signature gets the same result as in compact form`(header: String) throws {
    let compact = try ForgedToken.compact(header: header, payload: "content", signedBy: key.signature(over:))
    var compactError: JOSEError?
    do throws(JOSEError) {
      _ = try JSONWebSignature(compact: compact).verified(by: keys, allowing: [.es256, .edDSA])
    } catch {
      compactError = error
    }
    let members = try flattened(header)
    #expect(error(Self.text(members)) == compactError)
    let general: [String: JSONValue] = [
      "payload": try #require(members["payload"]),
      "signatures": [.object(members.filter { $0.key != "payload" })],
    ]
    #expect(error(Self.text(general)) == compactError)
  }

  @Test func `Only kid is read from the unprotected header`() throws {
    var members = try flattened()
    members["header"] = ["kid": "k", "typ": "statement", "x": 1]
    let verified = try verified(Self.text(members))
    #expect(verified.header.keyID == "k" && verified.header.type == nil)
    #expect(verified.header.members == ["alg": "ES256"])
    #expect(throws: JOSEError.wrongType(nil)) {
      try self.verified(Self.text(members), type: .exactly("statement"))
    }
    members["header"] = ["kid": "o"]
    #expect(error(Self.text(members)) == .noMatchingKey(keyID: UntrustedText("o")))
    let attacker = try SigningKey.generate(.es256, keyID: "k")
    let input = Array("\(members["protected"]?.string ?? "").\(members["payload"]?.string ?? "")".utf8)
    members["signature"] = .string(Base64URL.encode(try attacker.signature(over: input)))
    members["header"] = ["jwk": try #require(attacker.verificationKey.publicJWK), "jku": "https://attacker.example"]
    #expect(error(Self.text(members)) == .invalidSignature)
  }

  @Test(
    arguments: [
      (["header": ["alg": "ES256"]], .malformed(.header)), (["header": ["crit": ["exp"]]], .criticalExtension),
      (["header": ["b64": false]], .criticalExtension), (["header": ["kid": 1]], .malformed(.header)),
      (["header": [:]], .malformed(.header)), (["header": []], .malformed(.header)),
      (["header": .null], .malformed(.header)), (["header": "e30"], .malformed(.header)),
      (["protected": ""], .malformed(.header)), (["protected": .null], .malformed(.header)),
      (["protected": ["alg": "ES256"]], .malformed(.header)), (["protected": "e30"], .missingAlgorithm),
      (["protected": "e30="], .malformed(.header)),
      (["protected": "e30", "header": ["alg": "ES256"]], .missingAlgorithm),
      (["signature": .null], .malformed(.signature)), (["signature": "AA=="], .malformed(.signature)),
      (["signature": []], .malformed(.signature)), (["signature": ""], .invalidSignature),
      (["signature": "AA"], .invalidSignature), (["payload": "YWJj"], .invalidSignature),
      (["payload": "YWJj="], .malformed(.payload)), (["payload": ""], .invalidSignature),
    ] as [([String: JSONValue], JOSEError)])
  func `A changed member is rejected`(change: [String: JSONValue], expected: JOSEError) throws {
    let members = try flattened().merging(change) { $1 }
    #expect(error(Self.text(members)) == expected)
  }

  @Test func `Without a protected header there is no algorithm, and without a signature no result`() throws {
    let members = try flattened()
    let unprotected = members.filter { $0.key != "protected" }.merging(["header": ["alg": "ES256"]]) { $1 }
    #expect(error(Self.text(unprotected)) == .missingAlgorithm)
    #expect(error(Self.text(members.filter { $0.key != "signature" })) == .notJSON)
    let unsigned = members.filter { $0.key == "protected" }
    #expect(error(Self.text(["payload": "", "signatures": [.object(unsigned)]])) == .malformed(.signature))
  }

  @Test func `Texts in both syntaxes, in neither, or with a repeated name are rejected`() throws {
    let members = try flattened()
    let element = JSONValue.object(members.filter { $0.key != "payload" })
    let payload = try #require(members["payload"])
    for name in ["signature", "protected", "header"] {
      let mixed = ["payload": payload, "signatures": [element], name: members[name] ?? ["kid": "k"]]
      #expect(error(Self.text(mixed)) == .notJSON, "\(name)")
    }
    for signatures: JSONValue in [[], [:], .null, element, [element, "x"], [[element]]] {
      #expect(error(Self.text(["payload": payload, "signatures": signatures])) == .notJSON)
    }
    for payload: JSONValue in [1, ["a"], ["a": "b"], true, .null] {
      #expect(error(Self.text(members.merging(["payload": payload]) { $1 })) == .notJSON)
    }
    let honest = Self.text(members)
    #expect(error(honest) == nil)
    let compact = try ForgedToken.compact(header: #"{"alg":"ES256"}"#, signedBy: key.signature(over:))
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    for text in [
      "", "{}", "[]", "null", "\"\(compact)\"", compact, honest + "x", honest + honest, "\u{FEFF}" + honest,
      honest.replacing("{\"", with: "{\"payload\":\"\",\""),
      honest.replacing("{\"", with: "{\"s\\u0069gnature\":\"\",\""),
      honest.replacing("{\"", with: "{\"header\":{\"kid\":\"k\",\"kid\":\"o\"},\""),
      honest.replacing("{\"", with: "{\"x\":\(deep),\""), "[\(honest)]", String(honest.dropLast()),
    ] {
      #expect(error(text) == .notJSON, "\(text.prefix(80))")
    }
  }

  // RFC 7515 §7.2.1: members that aren't understood are ignored.
  @Test func `Unknown members are ignored`() throws {
    var members = try flattened()
    members["x"] = ["crit": ["exp"]]
    #expect(error(Self.text(members)) == nil)
    let general: [String: JSONValue] = [
      "payload": try #require(members["payload"]), "crit": ["exp"], "signatures": [.object(members)],
    ]
    #expect(error(Self.text(general)) == nil)
  }

  @Test func `More than ten signatures and too many bytes are rejected`() throws {
    let members = try flattened()
    func general(_ count: Int) -> String {
      Self.text([
        "payload": members["payload"] ?? .null, "signatures": .array(Array(repeating: .object(members), count: count)),
      ])
    }
    let ten = try JSONWebSignature.signatures(json: general(10)).map {
      try $0.get().verified(by: keys, allowing: [.es256])
    }
    #expect(ten.count == 10)
    #expect(error(general(11)) == .tooManySignatures(limit: 10))
    let honest = Self.text(members)
    let count = honest.utf8.count
    #expect(try JSONWebSignature.signatures(json: honest, maximumBytes: count).count == 1)
    #expect(throws: JOSEError.tooLong(limit: count - 1)) {
      try JSONWebSignature.signatures(json: honest, maximumBytes: count - 1)
    }
    #expect(error(honest + String(repeating: " ", count: JSONWebSignature.maximumBytes)) == .tooLong(limit: 65_536))
  }

  @Test func `A failed signature does not hide that of another`() throws {
    let members = try flattened()
    let critical = try flattened(#"{"alg":"ES256","crit":["exp"]}"#)
    let json = Self.text([
      "payload": try #require(members["payload"]), "signatures": [.object(critical), .object(members)],
    ])
    let results = try JSONWebSignature.signatures(json: json)
    #expect(throws: JOSEError.criticalExtension) { try results[0].get() }
    #expect(try results[1].get().verified(by: keys, allowing: [.es256]).payload == Self.payload)
  }

  @Test(.covers("CVE-2024-21664")) func `None of 3,000 damaged texts gives another payload or header`() async throws {
    let random = SeededRandomSource(seed: 7515)
    let original = Array(try await JSONWebSignature.json(Self.payload, signedBy: key, other).utf8)
    func number(below limit: Int) -> Int { random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % max(limit, 1) }
    let marks = Array(".=-_ \n{}[]:,\"\\A\u{0}".utf8)
    var refused = 0
    for _ in 0..<3_000 {
      var bytes = original
      for _ in 0...number(below: 3) {
        let position = number(below: bytes.count)
        switch number(below: 5) {
        case 0: bytes[position] = UInt8(number(below: 256))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(marks[number(below: marks.count)], at: position)
        case 3: bytes.insert(contentsOf: bytes.prefix(number(below: 60)), at: position)
        default: bytes.swapAt(position, number(below: bytes.count))
        }
      }
      guard let results = try? JSONWebSignature.signatures(json: String(decoding: bytes, as: UTF8.self)) else {
        refused += 1
        continue
      }
      for case .success(let signature) in results {
        guard let verified = try? signature.verified(by: keys, allowing: [.es256, .edDSA]) else { continue }
        #expect(verified.payload == Self.payload && verified.header.members["kid"] == .string(verified.key.keyID ?? ""))
      }
    }
    #expect(refused > 500)
  }
}

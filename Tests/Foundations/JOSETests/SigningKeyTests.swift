import Evidence
import Foundation
import OAuthCore
import Testing

@testable import JOSE

@Suite(.covers("RFC 7515 §3", "RFC 7518 §3")) struct SigningKeyTests {
  @Test(arguments: SignatureAlgorithm.allCases)
  func `A generated key's signature is accepted by its verification key`(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let token = try key.sign(["sub": "me"], type: "JWT").reveal()
    let signature = try JSONWebSignature(compact: token)
    let verified = try signature.verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [algorithm], type: .exactly("JWT"))
    #expect(try verified.claims() == ["sub": "me"])
  }

  // OpenSSL signs on systems that have it.
  @Test(arguments: SignatureAlgorithm.allCases)
  func `A key that is prepared to sign many times makes the same signatures`(algorithm: SignatureAlgorithm) async throws
  {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let prepared = key.preparedForManySignatures()
    #expect(prepared == key && "\(prepared)" == "\(key)")
    let message = Array("a.b".utf8)
    if [.rs256, .rs384, .rs512].contains(algorithm) {
      #expect(try prepared.signature(over: message) == key.signature(over: message))
      #expect(try prepared.signature(over: []) == key.signature(over: []))
    }
    let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
      for number in 0..<16 { group.addTask { try prepared.sign(["n": .integer(Int64(number))]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for token in tokens {
      let verified = try JSONWebSignature(compact: token.reveal()).verified(
        by: JSONWebKeySet([key.verificationKey]), allowing: [algorithm])
      #expect(try verified.claims()["n"] != nil)
    }
  }

  #if os(Linux)
  @Test func `OpenSSL signs for RSA keys, if the system has it`() throws {
    guard case .rsa(let key) = try SigningKey.generate(.rs256).material else {
      Issue.record("no RSA key")
      return
    }
    let hasLibrary = unsafe dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL) != nil
    #expect((OpenSSLRSAKey(key) != nil) == hasLibrary)
    #expect(OpenSSLRSAKey(key)?.signature(over: [1], .ps256) == nil)
  }
  #endif

  @Test func `A signed token and its payload are in no description or dump`() throws {
    let key = try SigningKey.generate(.es256, keyID: "k1")
    let signature = try JSONWebSignature(compact: key.sign(["sub": "ada"], type: "JWT").reveal())
    let verified = try signature.verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [.es256], type: .exactly("JWT"))
    for value: Any in [signature, verified] {
      var dumped = ""
      dump(value, to: &dumped)
      // An array of bytes is written as numbers.
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(text.contains("ES256") && text.count < 60, "\(text)")
      }
      #expect(Mirror(reflecting: value).children.isEmpty)
    }
  }
}

import Foundation
import OAuthCore
import Testing

@testable import TokenStorage

struct StoredTokensTests {
  private func tokens(_ received: Date, _ life: Duration? = nil, _ more: [String: JSONValue] = [:]) -> StoredTokens {
    StoredTokens(accessToken: Secret("at"), receivedAt: received, expiresIn: life, additionalMembers: more)
  }

  private func read(_ text: String) throws(TokenStoreError) -> StoredTokens {
    try StoredTokens(text: Secret(text), place: "here")
  }

  @Test func `The text of version 1 is stable`() throws {
    let tokens = StoredTokens(
      accessToken: Secret("at"), tokenType: .dpop, refreshToken: Secret("rt"),
      receivedAt: Date(timeIntervalSince1970: 1_800_000_000.25), expiresIn: .seconds(60), scope: try Scope(["a", "b"]),
      additionalMembers: ["id_token": "it", "n": 1], proofKey: .privateKey(Secret("{}")))
    let text =
      #"{"access_token":"at","additional":"{\"id_token\":\"it\",\"n\":1}","expires_in":60,"proof_key":"{}","#
      + #""received_at":1800000000.25,"refresh_token":"rt","scope":"a b","token_type":"DPoP","version":1}"#
    #expect(tokens.text.reveal() == text)
    #expect(try read(text) == tokens)
  }

  // An earlier Pixy reads such tokens as before, and doesn't know the two times.
  @Test func `The ends of refresh token and authorization are written beside the members of version 1`() throws {
    let tokens = StoredTokens(
      accessToken: Secret("at"), refreshToken: Secret("rt"), receivedAt: Date(timeIntervalSince1970: 1_800_000_000),
      refreshTokenExpiresAt: Date(timeIntervalSince1970: 1_800_604_800.5),
      authorizationExpiresAt: Date(timeIntervalSince1970: 1e300))
    let text =
      #"{"access_token":"at","authorization_expires_at":253402300799.0,"received_at":1800000000.0,"#
      + #""refresh_token":"rt","refresh_token_expires_at":1800604800.5,"token_type":"Bearer","version":1}"#
    #expect(tokens.text.reveal() == text)
    #expect(try read(text) == tokens)
    for member in ["refresh_token_expires_at", "authorization_expires_at"] {
      let error = #expect(throws: TokenStoreError.self) {
        try read(#"{"access_token":"at","received_at":1,"token_type":"Bearer","version":1,"\#(member)":"soon"}"#)
      }
      #expect(error?.kind == .damaged)
    }
  }

  // An earlier Pixy would use such tokens without their key.
  @Test func `Tokens whose key is elsewhere are written as version 2`() throws {
    let tokens = StoredTokens(
      accessToken: Secret("at"), tokenType: .dpop, receivedAt: Date(timeIntervalSince1970: 1_800_000_000),
      proofKey: .elsewhere(thumbprint: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"))
    let text =
      #"{"access_token":"at","proof_key_thumbprint":"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I","#
      + #""received_at":1800000000.0,"token_type":"DPoP","version":2}"#
    #expect(tokens.text.reveal() == text)
    #expect(try read(text) == tokens)
    for wrong in [
      text.replacing("\"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I\"", with: "1"),
      text.replacing("\"received_at\"", with: "\"proof_key\":\"{}\",\"received_at\""),
    ] {
      #expect(throws: TokenStoreError.self) { try read(wrong) }
    }
    let newer = #expect(throws: TokenStoreError.self) {
      try read(text.replacing("\"version\":2", with: "\"version\":3"))
    }
    #expect(newer?.kind == .newerFormat)
  }

  @Test func `Tokens that are read are equal to those that were written, at any clock time`() throws {
    var random = SystemRandomNumberGenerator()
    var times = [850_000_000.123_456_7, 0, 1e-9, -0.0, -978_307_200, -978_307_199.999_999_9, 1_169_095_600.1]
    for _ in 0..<2_000 {
      times.append(.random(in: -978_307_200...252_423_993_599, using: &random))
      times.append(.random(in: 500_000_000...1_500_000_000, using: &random))
    }
    for time in times {
      let tokens = tokens(Date(timeIntervalSinceReferenceDate: time), .milliseconds(3_600_500))
      #expect(try StoredTokens(text: tokens.text, place: "") == tokens, "\(time)")
      #expect(self.tokens(tokens.receivedAt).receivedAt == tokens.receivedAt, "\(time)")
      #expect(abs(tokens.receivedAt.timeIntervalSinceReferenceDate - time) < 0.001)
      #expect(tokens.expiresIn == .seconds(3_600))
    }
  }

  @Test(arguments: [
    (Double.infinity, 253_402_300_799.0), (-.infinity, 0), (.nan, 0), (-1, 0), (1e300, 253_402_300_799),
    (253_402_300_800, 253_402_300_799),
  ])
  func `Times that can't be represented become the nearest ones`(_ time: Double, _ kept: Double) throws {
    var tokens = tokens(Date(timeIntervalSince1970: time))
    #expect(tokens.receivedAt == Date(timeIntervalSince1970: kept))
    tokens.receivedAt = Date(timeIntervalSince1970: 1)
    tokens.receivedAt = Date(timeIntervalSince1970: time)
    #expect(tokens.receivedAt == Date(timeIntervalSince1970: kept))
    #expect(try StoredTokens(text: tokens.text, place: "") == tokens)
  }

  @Test(arguments: [
    (Duration.seconds(-1), Duration.zero), (.milliseconds(-500), .zero), (.seconds(Int64.max), .seconds(3_155_760_000)),
    (.milliseconds(1_999), .seconds(1)),
  ])
  func `Lifetimes that can't be represented become the nearest ones`(_ life: Duration, _ kept: Duration) throws {
    var tokens = tokens(Date(timeIntervalSince1970: 1), life)
    #expect(tokens.expiresIn == kept)
    tokens.expiresIn = nil
    tokens.expiresIn = life
    #expect(tokens.expiresIn == kept)
    #expect(try StoredTokens(text: tokens.text, place: "") == tokens)
  }

  @Test(arguments: [
    #""received_at":-1"#, #""received_at":253402300800"#, #""received_at":1e300"#, #""received_at":"1""#,
    #""received_at":1,"expires_in":-1"#, #""received_at":1,"expires_in":3155760001"#,
    #""received_at":1,"expires_in":1.5"#, #""received_at":1,"additional":{}"#, #""received_at":1,"additional":"[]""#,
    #""received_at":1,"additional":"""#, #""received_at":1,"scope":"\"""#,
  ])
  func `A malformed text is damaged`(_ members: String) {
    let error = #expect(throws: TokenStoreError.self) {
      try read(#"{"version":1,"access_token":"at","token_type":"Bearer",\#(members)}"#)
    }
    #expect(error?.kind == .damaged && error?.place == "here")
  }

  @Test func `Members as deep as in the deepest response are stored, and deeper ones are rejected`() throws {
    let received = Date(timeIntervalSince1970: 1)
    for levels in 0..<JSONValue.maximumDepth {
      let tokens = tokens(received, nil, ["deep": UnreadableMembers.nested(levels)])
      #expect(try StoredTokens(text: tokens.checkedText(place: ""), place: "") == tokens, "\(levels) levels")
    }
    for member in UnreadableMembers.all {
      let error = #expect(throws: TokenStoreError.self) {
        try tokens(received, nil, ["member": member]).checkedText(place: "here")
      }
      #expect(error?.kind == .failed && error?.place == "here")
    }
    let long = #expect(throws: TokenStoreError.self) {
      try tokens(received, nil, ["long": .string(String(repeating: "x", count: 1_048_576))]).checkedText(place: "here")
    }
    #expect(long?.cause?.description.contains("1 MiB") == true)
  }
}

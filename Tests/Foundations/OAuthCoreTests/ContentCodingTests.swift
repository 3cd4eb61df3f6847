import Evidence
import Foundation
import HTTPTypes
import OAuthTestSupport
import Testing

@testable import OAuthCore

/// Answers that are compressed although the request excluded it (epam/ai-dial-core, pull request 1496;
/// modelcontextprotocol/typescript-sdk, issue 2408). The data is Python's, of zlib 1.3.
@Suite(.covers("RFC 9110 §8.4", "RFC 1951 §3.2")) struct ContentCodingTests {
  private static let text =
    #"{"access_token":"a-token","token_type":"Bearer","expires_in":3600,"scope":"a-token a-token a-token"}"#

  private static let gzip = """
    H4sIAAAAAAACA6tWSkxOTi0uji/Jz07NU7JSStSFsHSUwHR8SWVBKlDYKTWxKLUIKJpaUZBZlFocnwlUbGxmYKCjVJycD1YC1amARivVAgAHNvdP\
    ZAAAAA==
    """

  private static func answer(_ data: String, _ coding: String?, type: String? = "application/json") throws -> HTTPAnswer
  {
    var answer = HTTPAnswer.text("", contentType: type)
    answer.response.headerFields[.contentEncoding] = coding
    answer.body = Array(try #require(Data(base64Encoded: data)))
    return answer
  }

  private static func plain(_ answer: HTTPAnswer, limit: Int = 10_000) throws -> HTTPAnswer {
    try answer.withoutContentCoding(limit: limit, origin: "https://as.example")
  }

  @Test(
    arguments: [
      (gzip, "gzip"), (gzip, "X-GZIP"), (gzip, "identity, gzip"),
      // The coding's field was lost on the way.
      (gzip, nil),
      // With the name of a file, and without compression.
      (
        "H4sICAAAAAAC/25hbWUuanNvbgCrVkpMTk4tLo4vyc9OzVOyUkrUhbB0lMB0fEllQSpQ2Ck1sSi1CCiaWlGQWZRaHJ8JVGxsZmCgo1ScnA9W"
          + "AtWpgEYr1QIABzb3T2QAAAA=", "gzip"
      ),
      (
        "H4sIAAAAAAAEAwFkAJv/eyJhY2Nlc3NfdG9rZW4iOiJhLXRva2VuIiwidG9rZW5fdHlwZSI6IkJlYXJlciIsImV4cGlyZXNfaW4iOjM2MDAsInNj"
          + "b3BlIjoiYS10b2tlbiBhLXRva2VuIGEtdG9rZW4ifQc2909kAAAA", "gzip"
      ),
      // With zlib's header and without.
      (
        "eJyrVkpMTk4tLo4vyc9OzVOyUkrUhbB0lMB0fEllQSpQ2Ck1sSi1CCiaWlGQWZRaHJ8JVGxsZmCgo1ScnA9WAtWpgEYr1QIAwhQh2w==",
        "deflate"
      ),
      (
        "q1ZKTE5OLS6OL8nPTs1TslJK1IWwdJTAdHxJZUEqUNgpNbEotQgomlpRkFmUWhyfCVRsbGZgoKNUnJwPVgLVqYBGK9UCAA==", "deflate"
      ),
    ] as [(String, String?)])
  func `A compressed answer is read`(_ data: String, _ coding: String?) throws {
    let answer = try Self.plain(Self.answer(data, coding))
    #expect(String(decoding: answer.body, as: UTF8.self) == Self.text)
    #expect(answer.response.headerFields[.contentEncoding] == nil)
  }

  @Test func `Blocks with codes of their own are read`() throws {
    let data = """
      H4sIAAAAAAACA1WTSWocURBE71JrLdyWR11FeJFzGoE3Wgmhu/tlUb/5amiqGypyiHj5frzE2+vx9Px+vPz14+n4cjwc/3iahnZ3ubZUSYdrCp/y\
      Eu/2dO+Q0uPjYUlvSxqa5RGNzKssU1utsqUlyszFvTJ7k369pFQ0GnR6dVYKGjdGEdURe6glX9ukj0tqdMxupce015hJqSfGFs2vLAnzTfrtkkqo\
      RliFCbsZO6Y6Gq1oyQoxT6PmJv2+uip7uQozmUdGsmxQA7NK2TW11DVyk/64SzsYVoRXxhHTNjetmj3Ux+3Irl3685KWavb0SRYKZ1yKKaaFMGjw\
      Xx2Xa5P+uqS8qWfhmXGmHkOpYpJupCM41+y9SX9fUkBIw5ESuhh2k616i+GAU5BQw0X3gW93nOAh0lrHlCgXFqMZ0xCnDiZw0ra3vS2eHE/I5wSP\
      gII5z3KNoiYobMTIHYrbAkoTGlJAeX6QKK3xjahBGLALNh3qdu0iaoBQQcfLNIM/kuJ9gUhCcpaOCWLX3pHCnhz4m0ec8PFQawzEu5nGlcF37WKK\
      lZgUFsF35sagobE5DY9hmfSASnbtgkq4ncIqQ46/swFnKmLn8NSz2T5j1y6q2IgsC+K9JhhjBkzHvARnQ1vjwSftwgoC4YKEY6SFNVns0HNxHDJX\
      gpWRn3xeXHE0QUQ2t4PRLKDTDYwpwi1wwWSu5Pvn4z/RHOS+sAQAAA==
      """
    let body = try Self.plain(Self.answer(data, "gzip")).body
    #expect(body.count == 1_200)
    #expect(try JSONValue(bytes: body).object?["keys"]?.array?.count == 20)
  }

  @Test(arguments: [("{}", "gzip"), ("{}", "deflate"), ("{}", "utf-8"), ("", "gzip")])
  func `A body that isn't compressed stays, whatever the field says`(_ text: String, _ coding: String) throws {
    var answer = HTTPAnswer.text(text)
    answer.response.headerFields[.contentEncoding] = coding
    #expect(try Self.plain(answer) == answer)
  }

  @Test func `A file that is a gzip archive stays one`() throws {
    let answer = try Self.answer(Self.gzip, nil, type: "application/gzip")
    #expect(try Self.plain(answer) == answer)
  }

  @Test func `A body that grows over the limit is rejected, and one of exactly the limit isn't`() throws {
    let answer = try Self.answer(Self.gzip, "gzip")
    #expect(try Self.plain(answer, limit: 100).body.count == 100)
    let error = #expect(throws: HTTPTransportError.self) { try Self.plain(answer, limit: 99) }
    #expect(error?.kind == .answerTooLarge)
  }

  @Test(arguments: ["br", "zstd", "compress"]) func `Another compression is named`(_ coding: String) throws {
    let answer = try Self.answer(Self.gzip, coding)
    let error = try #require(throws: HTTPTransportError.self) { try Self.plain(answer) }
    #expect(error.kind == .brokenAnswer && error.explanation.contains("compressed as \(coding)"), "\(error)")
  }

  @Test func `Data that ends early or is damaged is an error or other data, never more`() throws {
    let answer = try Self.answer(Self.gzip, "gzip")
    for count in 3..<answer.body.count {
      var cut = answer
      cut.body = Array(answer.body.prefix(count))
      #expect(throws: HTTPTransportError.self) { try Self.plain(cut) }
    }
    for index in answer.body.indices.dropFirst(10) {
      for bit in 0..<8 {
        var damaged = answer
        damaged.body[index] ^= 1 << UInt8(bit)
        let body = (try? Self.plain(damaged, limit: 1_000))?.body
        #expect(body.map { $0.count <= 1_000 } ?? true)
      }
    }
  }
}

import Evidence
import Foundation
import HTTPTypes
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthCore

/// Event streams that are compressed although the request excluded it. The data is Python's, of zlib 1.3.
@Suite(.covers("RFC 9110 §8.4", "RFC 1951 §3.2")) struct StreamCodingTests {
  private static let events = [
    #"event: message\#ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":"#
      + #"{"progressToken":7,"progress":1}}\#n\#n"#,
    #"event: message\#ndata: {"jsonrpc":"2.0","id":1,"result":{"text":"done"}}\#n\#n"#,
  ]
  /// The events in DEFLATE, each ended by a flush, and the end.
  private static let raw = [
    "PIs7DsMwDMV2nyJ4c9BPlgI6Ry8gJGrqFJYMS+gS5O7x0o4kSPmKBg1F3HmVtHAwDTs2N211BmG63DCiSLxt6agW+ZVnjmzq19psbX3tReXGxUE7fvJp"
      + "H1HQY/wb0P04UjoBAAD//w==",
    "SiXOzkygfYY6SkCNpTklIINLUiuAtFJKfl6qEsgcAAAAAP//", "AwA=",
  ]

  /// The parts of the compressed body.
  private static func body(_ format: String) throws -> [[UInt8]] {
    var parts = try raw.map { Array(try #require(Data(base64Encoded: $0))) }
    if format == "gzip" {
      parts[0] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3] + parts[0]
      parts[2] += [0xF5, 0x58, 0x4F, 0xC0, 0xBC, 0, 0, 0]
    } else if format == "zlib" {
      parts[0] = [0x78, 0xDA] + parts[0]
      parts[2] += [0xC9, 0x97, 0x3E, 0xBD]
    }
    return parts
  }

  /// A body that counts the parts that were read.
  private struct Body: AsyncSequence, Sendable {
    let parts: [[UInt8]]
    let read = Count()

    final class Count: Sendable { let parts = Mutex(0) }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
      let body: Body

      mutating func next() async throws -> [UInt8]? {
        body.read.parts.withLock { count in
          guard count < body.parts.count else { return nil }
          defer { count += 1 }
          return body.parts[count]
        }
      }
    }
  }

  private static func stream(_ body: Body, _ coding: String?, type: String = "text/event-stream") throws -> HTTPStream {
    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = type
    response.headerFields[.contentEncoding] = coding
    return try HTTPStream(response, body: body).withoutContentCoding(origin: "https://mcp.example")
  }

  private static func text(_ parts: [[UInt8]], _ coding: String?) async throws -> String {
    var text: [UInt8] = []
    for try await part in try stream(Body(parts: parts), coding).body { text += part }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: [("gzip", "gzip"), ("gzip", "X-GZIP"), ("gzip", nil), ("zlib", "deflate"), ("raw", "deflate")])
  func `Each event is there when its part has arrived`(_ format: String, _ coding: String?) async throws {
    let body = Body(parts: try Self.body(format))
    let stream = try Self.stream(body, coding)
    #expect(stream.response.headerFields[.contentEncoding] == nil)
    var events: [String] = []
    for try await part in stream.body {
      events.append(String(decoding: part, as: UTF8.self))
      #expect(body.read.parts.withLock { $0 } == events.count)
    }
    #expect(events == Self.events)
  }

  @Test(arguments: [("gzip", "gzip"), ("zlib", "deflate"), ("raw", "deflate")])
  func `Bytes that arrive one by one are read, and several members too`(
    _ format: String, _ coding: String
  ) async throws {
    let bytes = try Self.body(format).flatMap(\.self)
    #expect(try await Self.text(bytes.map { [$0] }, coding) == Self.events.joined())
    guard coding == "gzip" else { return }
    #expect(try await Self.text([bytes + bytes], coding) == (Self.events + Self.events).joined())
    #expect(try await Self.text([bytes], "gzip, identity") == Self.events.joined())
    // A header with a field of three bytes, a name, a comment and a check sum (RFC 1952 §2.3).
    let header: [UInt8] = [0x1F, 0x8B, 8, 0x1E, 0, 0, 0, 0, 2, 3, 3, 0, 1, 2, 3, 0x61, 0, 0x62, 0, 0, 0]
    #expect(try await Self.text((header + bytes[10...]).map { [$0] }, coding) == Self.events.joined())
  }

  @Test(arguments: ["gzip", nil, "identity"]) func `Events that aren't compressed stay`(_ coding: String?) async throws
  {
    let parts = Self.events.map { Array($0.utf8) }
    #expect(try await Self.text(parts, coding) == Self.events.joined())
    #expect(try await Self.text([[0x1F], [0x8B]], coding).utf8.count > 0)
  }

  @Test func `A small part that grows is read in pieces`() async throws {
    // Two million times “a” in gzip.
    let begin = try #require(Data(base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDINb5SxzkVQE="))
    let part = Array(begin) + [UInt8](repeating: 0, count: 1_938)
    var largest = 0
    var count = 0
    for try await piece in try Self.stream(Body(parts: [part]), "gzip").body {
      largest = max(largest, piece.count)
      count += piece.count
    }
    #expect(largest <= 65_793)
    #expect(count > 2_000_000)
  }

  @Test func `A stream that breaks off ends, and damage is an error or other data, never endless`() async throws {
    let bytes = try Self.body("gzip").flatMap(\.self)
    for count in bytes.indices.dropFirst(3) {
      let text = try await Self.text([Array(bytes[..<count])], "gzip")
      #expect(Self.events.joined().hasPrefix(text))
    }
    for index in bytes.indices.dropFirst(10) {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect((try? await Self.text([damaged], "gzip"))?.utf8.count ?? 0 < 1_000_000)
    }
    let error = await #expect(throws: HTTPTransportError.self) {
      try await Self.text([[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 7]], "gzip")
    }
    #expect(error?.kind == .brokenAnswer)
  }

  @Test(arguments: ["br", "zstd"]) func `Another compression is named before anything is read`(_ coding: String) throws
  {
    let error = try #require(throws: HTTPTransportError.self) { try Self.stream(Body(parts: []), coding) }
    #expect(error.kind == .brokenAnswer && error.explanation.contains("compressed as \(coding)"), "\(error)")
  }

  @Test func `A header without end is an error`() async {
    let name = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 140_000)
    await #expect(throws: HTTPTransportError.self) { try await Self.text([name], "gzip") }
  }
}

import Foundation
import HTTPTypes
import OAuthCore
import Testing

@testable import MCPBridge

struct CompressedStreamTests {
  /// A progress notification and the response 1 in gzip, each ended by a flush, without an end.
  private static let events =
    "H4sIAAAAAAACAzyLOw7DMAzFdp8ieHPQT5YCOkcvICRq6hSWDEvoEuTu8dKOJEj5igYNRdx5lbRwMA07NjdtdQZhutwwoki8bemoFvmVZ45s6t"
    + "fabG197UXlxsVBO37yaR9R0GP8G9D9OFI6AQAA//9KJc7OTKB9hjpKQI2lOSUgg0tSK4C0Ukp+XqoSyBwAAAAA//8="

  private static func stream(_ coding: String?, _ body: [[UInt8]]) -> HTTPStream {
    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = "text/event-stream"
    response.headerFields[.contentEncoding] = coding
    return HTTPStream(
      response,
      body: AsyncThrowingStream { parts in
        for part in body { parts.yield(part) }
        parts.finish()
      })
  }

  @Test(arguments: ["gzip", nil]) func `A stream that a server or proxy compresses is relayed`(_ coding: String?)
    async throws
  {
    let bytes = Array(try #require(Data(base64Encoded: Self.events)))
    let host = try PlayedHost(server: sessions { _ in Self.stream(coding, bytes.map { [$0] }) })
    try await host.open()
    host.write(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#)
    #expect(try await host.read().method == "notifications/progress")
    #expect(try await host.read().answers(1))
    try await host.end()
    #expect(host.said.isEmpty)
  }

  @Test func `A compression that can't be read is named to the host`() async throws {
    let host = try PlayedHost(server: sessions { _ in Self.stream("br", [[1, 2, 3]]) })
    try await host.open()
    host.write(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#)
    let answer = try await host.read()
    let message = answer.members["error"]?.object?["message"]?.string
    #expect(answer.answers(1) && message?.contains("compressed as br") == true, "\(answer.members)")
    try await host.end()
  }
}

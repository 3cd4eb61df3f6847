import Evidence
import HTTPTypes
import OAuthCore
import Testing

@testable import MCPBridge

/// JSON-RPC messages (JSON-RPC 2.0 §4 and §5), and the header fields that repeat them.
@Suite(.covers("MCP 2026-07-28")) struct JSONRPCMessageTests {
  private func message(_ text: String) -> JSONRPCMessage? { JSONRPCMessage(Array(text.utf8)) }

  @Test func `Requests, notifications and responses are told apart`() {
    #expect(message(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)?.kind == .request(id: "a"))
    #expect(message(#"{"jsonrpc":"2.0","method":"ping"}"#)?.kind == .notification)
    #expect(message(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)?.kind == .response(id: 1))
    #expect(message(#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#)?.kind == .response(id: nil))
  }

  @Test(
    .covers("CVE-2026-27896", "GHSA-q382-vc8q-7jhj"),
    arguments: [
      "", "x", "[]", "1", #"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0"}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":1}"#, #"{"jsonrpc":"2.0","id":1,"result":1,"error":1}"#,
      #"{"JSONRPC":"2.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"Method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method\u0000":"ping"}"#, #"{"jsonrpc\u0000":"2.0","id":1,"method":"ping"}"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "{\"jsonrpc\":\"2.0\",\"method\":\"\u{0}\"}",
    ])
  func `Everything else is no message`(_ text: String) {
    #expect(message(text) == nil)
  }

  @Test func `A message is one line, and its strings are unchanged`() throws {
    let text = "{\"jsonrpc\":\"2.0\",\r\n\"id\":1,\n\"result\":\"a\\n\u{2028}b\"}"
    let line = try #require(message(text)?.line)
    #expect(String(decoding: line, as: UTF8.self) == "{\"jsonrpc\":\"2.0\",  \"id\":1, \"result\":\"a\\n\u{2028}b\"}\n")
  }

  @Test func `A failure has the ID of its request`() throws {
    for id: JSONValue in [7, "x\n"] {
      let line = JSONRPCMessage.failure(of: id, "away", name: "offline")
      #expect(line.filter { $0 == 0x0A }.count == 1 && line.last == 0x0A)
      let read = try #require(JSONRPCMessage(line.dropLast()))
      #expect(read.answers(id) && read.members["error"]?.object?["message"] == "away")
    }
  }

  private func fields(_ method: String, _ params: String) throws -> [String: String] {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    let request = try #require(
      message(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)\#(meta)}}"#))
    return Dictionary(uniqueKeysWithValues: RequestMetadata.fields(of: request).map { ($0.name.rawName, $0.value) })
  }

  @Test func `A request of 2026-07-28 has its version, method and name in header fields`() throws {
    #expect(
      try fields("tools/call", #""name":"weather","#)
        == ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "weather"])
    #expect(try fields("resources/read", #""uri":"file:///a","#)["Mcp-Name"] == "file:///a")
    #expect(try fields("prompts/get", #""name":"p","#)["Mcp-Name"] == "p")
    #expect(try fields("tools/list", #""name":"p","#)["Mcp-Name"] == nil)
    let older = try #require(message(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#))
    #expect(RequestMetadata.fields(of: older).isEmpty)
  }

  @Test func `A method and a version of other characters are encoded too`() throws {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"ö"}"#
    let request = try #require(message(#"{"jsonrpc":"2.0","id":1,"method":"ä","params":{\#(meta)}}"#))
    let fields = RequestMetadata.fields(of: request)
    #expect(fields.map(\.value).sorted() == ["=?base64?w6Q=?=", "=?base64?w7Y=?="])
  }

  @Test(arguments: [
    ("us-west1", "us-west1"), ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="), (" padded ", "=?base64?IHBhZGRlZCA=?="),
    ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="), ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
    ("", ""),
  ])
  func `A value that a header field can't contain is encoded`(_ value: String, _ expected: String) {
    #expect(RequestMetadata.encoded(value) == expected)
  }
}

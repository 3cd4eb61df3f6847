import OAuthCore
import Testing

@testable import PixyWire

@Suite struct TraceTests {
  static let sample = Trace(
    command: "login", startedAt: "2026-11-22T07:00:00Z",
    events: [
      .exchange(
        Trace.Exchange(
          request: ShownRequest(
            method: "GET", address: "https://a.example/.well-known/openid-configuration",
            query: [ShownPair(name: "v", value: "1")], fields: [ShownPair(name: "accept", value: "application/json")]),
          answer: ShownAnswer(
            status: 200, fields: [ShownPair(name: "content-type", value: "application/json")],
            body: .json(["issuer": "https://a.example", "list": [1, .number(2.5), true, .null]])), milliseconds: 12)),
      .authorization(
        Trace.Authorization(
          address: "https://a.example/authorize",
          parameters: [ShownPair(name: "state", value: "abcdef… (43 characters)")],
          redirectURI: "http://127.0.0.1:1/callback")),
      .callback(
        Trace.Callback(
          redirectURI: "http://127.0.0.1:1/callback", parameters: [ShownPair(name: "code", value: "…")],
          checked: ["state"], failure: "why")),
      .exchange(
        Trace.Exchange(
          request: ShownRequest(
            method: "POST", address: "https://a.example/token",
            body: .form([ShownPair(name: "resource", value: "a"), ShownPair(name: "resource", value: "b")])),
          failure: "No connection", milliseconds: 0)),
      .exchange(
        Trace.Exchange(
          request: ShownRequest(method: "GET", address: "https://a.example/"),
          answer: ShownAnswer(status: 502, body: .other(type: "text/html", bytes: 7)), milliseconds: 3)),
    ])

  @Test func `A saved trace is read again`() throws {
    #expect(try Trace(bytes: Self.sample.json.bytes()) == Self.sample)
  }

  @Test func `The saved form has a version and the kind of each step`() throws {
    let members = try #require(Self.sample.json.object)
    #expect(members["version"] == 1 && members["trace"] == "pixy" && members["command"] == "login")
    let kinds = members["steps"]?.array?.compactMap { $0.object?["what"]?.string }
    #expect(kinds == ["discovery", "authorization", "callback", "other", "other"])
  }

  private static func text(_ change: (inout [String: JSONValue]) -> Void) -> [UInt8] {
    var members = sample.json.object ?? [:]
    change(&members)
    return JSONValue.object(members).bytes()
  }

  @Test(arguments: [
    (Array("hello".utf8), "trace_not_json"), ([], "trace_not_json"), (Array("[]".utf8), "not_a_trace"),
    (Array("{\"version\":1}".utf8), "not_a_trace"), (text { $0["trace"] = "other" }, "not_a_trace"),
    (text { $0["version"] = 2 }, "trace_version_unknown"), (text { $0["version"] = "1" }, "trace_malformed"),
    (text { $0["version"] = 0 }, "trace_malformed"), (text { $0["version"] = nil }, "trace_malformed"),
    (text { $0["command"] = 7 }, "trace_malformed"), (text { $0["steps"] = "many" }, "trace_malformed"),
    (text { $0["steps"] = [["kind": "dance"]] }, "trace_malformed"), (text { $0["steps"] = [7] }, "trace_malformed"),
    (text { $0["steps"] = [["kind": "exchange"]] }, "trace_malformed"),
    (text { $0["steps"] = .array(Array(repeating: 1, count: 2_001)) }, "trace_too_many_steps"),
    ([UInt8](repeating: UInt8(ascii: " "), count: 10_485_760), "trace_too_large"),
    (Array((String(repeating: "[", count: 100_000)).utf8), "trace_not_json"),
  ])
  func `A file that isn't a trace is rejected by name`(_ bytes: [UInt8], _ code: String) {
    let error = #expect(throws: TraceError.self) { try Trace(bytes: bytes) }
    #expect(error?.code == code)
    #expect(error?.description.contains("--trace-file") == true || error?.description.contains("newer") == true)
  }

  @Test func `A malicious trace can't control a terminal`() throws {
    var members = try #require(Self.sample.json.object)
    members["command"] = "log\u{1B}[2Jin"
    members["steps"] = [
      [
        "kind": "callback", "redirect_uri": "http://127.0.0.1/\u{7}", "parameters": [["na\u{1B}me", "val\nue"]],
        "checked": ["\u{202E}x"],
      ]
    ]
    let trace = try Trace(bytes: JSONValue.object(members).bytes())
    let text = Explanation(trace).lines.joined(separator: "\n")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
    #expect(trace.command == "log[2Jin")
  }
}

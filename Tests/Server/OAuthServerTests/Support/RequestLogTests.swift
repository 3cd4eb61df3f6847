import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// What an operator can read in the log about a request that failed.
@Suite struct RequestLogTests {
  private let address = ClientAddress("2001:db8::7")

  @Test func `A wrong redirect URI is logged with its client, endpoint, address and reason, not with the URI`()
    async throws
  {
    let test = try TestServer()
    let form = TestServer.authorization(["redirect_uri": "https://evil.example/cb"])
    #expect(await test.get("/authorize", form, from: address).status == 400)
    let record = try #require(test.log.records.first { $0.contains("error page") })
    for word in ["app", "authorization", "2001:db8:0:0:0:0:0:7", "redirect_uri is not registered"] {
      #expect(record.contains(word), "\(record)")
    }
    #expect(!record.contains("evil.example"))
  }

  @Test func `A client's mistake is logged with its reason`() async throws {
    let test = try TestServer()
    _ = await test.post("/token", TestServer.redemption("unknown"), from: address)
    let record = try #require(test.log.records.first { $0.contains("request was rejected") })
    for word in ["invalid_grant", "reason", "app", "endpoint", "2001:db8"] {
      #expect(record.contains(word), "\(record)")
    }
  }

  @Test func `Addresses are left out if the operator wants that`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()]) { $0.logsAddresses = false }
    _ = await test.post("/token", TestServer.redemption("unknown", ["client_id": "web"]), from: address)
    #expect(!test.log.records.contains { $0.contains("2001:db8") } && !test.log.records.isEmpty)
  }

  // A record of one request must not name the client of another.
  @Test func `Requests at the same time have records of their own`() async throws {
    let test = try TestServer()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let client = number.isMultiple(of: 2) ? "app" : "web"
          _ = await test.post(
            "/token", TestServer.redemption("x", ["client_id": client, "client_secret": client == "web" ? "w" : nil]),
            from: ClientAddress("192.0.2.\(number)"))
        }
      }
    }
    let records = test.log.records.filter { $0.contains("request was rejected") }
    #expect(records.count == 50)
    for record in records {
      let isOfApp = record.contains("invalid_grant")
      #expect(record.contains("\"client_id\": \(isOfApp ? "app" : "web")"), "\(record)")
    }
  }
}

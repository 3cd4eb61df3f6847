import Foundation
import HTTPTypes
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The device grant, attacked")
struct DeviceHostileTests {
  @Test func `A failure of the database is never shown in an answer or the log`() async throws {
    let test = try TestServer.forDevices()
    test.faults.fail([.beginDeviceAuthorization, .findDeviceAuthorization, .pollDeviceAuthorization])
    for answer in [
      await test.post("/device_authorization", TestServer.deviceRequest()), await test.enter("WDJB-MJHT"),
      await test.post("/token", TestServer.poll("x")),
    ] {
      #expect(answer.status == 500)
      #expect(!answer.text.contains("SELECT"))
    }
    #expect(await test.enter("WDJB-MJHT").text.hasPrefix("error:"))
    #expect(test.log.records.allSatisfy { !$0.contains("SELECT") })
  }

  @Test(arguments: ["/device_authorization", "/device"])
  func `A request that is too large or isn't a form is rejected`(_ path: String) async throws {
    let test = try TestServer.forDevices()
    let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path, headerFields: fields)
    let large = [UInt8](repeating: UInt8(ascii: "a"), count: AuthorizationServer.maximumBodyBytes + 1)
    #expect(await test.server.respond(to: request, body: large).status == 413)
    for text in ["%", "%zz=1", "a=%ff", "a=%ed%a0%80", String(repeating: "a&", count: 300)] {
      #expect(await test.server.respond(to: request, body: Array(text.utf8)).status == 400)
    }
    #expect(await test.server.respond(to: request, body: [0xFF, 0xFE]).status == 400)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `Random requests never cause a 5xx, a crash, a redirect or tokens`(_ seed: UInt64) async throws {
    let test = try TestServer.forDevices()
    let random = SeededRandomSource(seed: seed)
    let codes = try await test.deviceCodes()
    for _ in 0..<500 {
      // Most fields are right, but the passwords never are.
      let right =
        TestServer.deviceDecision(codes.user, ["password": "wrong", "decision": "approve"]).pairs
        + TestServer.poll(codes.device).pairs + TestServer.deviceRequest().pairs
      var form = FormParameters()
      for pair in right {
        switch random.below(20) {
        case 0: continue
        case 1: form.append(pair.name, HostileRequestTests.text(random))
        case 2: form.append(HostileRequestTests.text(random), pair.value)
        case 3...8 where pair.name == "client_id": continue
        default: form.append(pair.name, pair.value)
        }
      }
      var path = random.one(of: ["/device", "/device_authorization", "/token", "/device/", "/device_authorization?x"])
      if random.below(2) == 0 { path += "?" + form.queryEncoded() }
      var fields = HTTPFields()
      for _ in 0..<random.below(3) {
        fields.append(
          HTTPField(name: random.one(of: HostileRequestTests.names), value: HostileRequestTests.text(random)))
      }
      if random.below(3) > 0 { fields[.contentType] = "application/x-www-form-urlencoded" }
      let request = HTTPRequest(
        method: random.one(of: [.get, .head, .post, .post, .put]), scheme: nil, authority: nil, path: path,
        headerFields: fields)
      let body = random.below(5) == 0 ? random.bytes(random.below(300)) : Array(form.formEncoded().utf8)
      let answer = await test.server.respond(to: request, body: body)
      #expect(answer.status < 500 && answer.field("Location") == nil)
      test.clock.advance(by: .seconds(random.below(3)))
    }
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `The log of every kind of request holds no code`() async throws {
    let test = try TestServer.forDevices()
    var secrets = [TestServer.password, TestServer.clientSecret, "ada", "hunter2"]
    func remember(_ codes: DeviceCodes) {
      secrets += [codes.device, codes.user, codes.user.filter { $0 != "-" }, codes.user.lowercased()]
    }
    let codes = try await test.deviceCodes()
    remember(codes)
    _ = await test.get("/device", TestServer.form([], ["user_code": codes.user]))
    _ = await test.poll(codes)
    _ = await test.poll(codes)
    _ = await test.enter(codes.user.lowercased())
    _ = await test.enter("hunter2")
    _ = await test.decide(codes, ["password": "hunter2"])
    _ = await test.post("/device", TestServer.deviceDecision(codes.user), fields: [.origin: "https://evil.example"])
    _ = await test.decide(codes)
    _ = await test.decide(codes)
    let tokens = try TokenAnswer(await test.poll(codes))
    secrets += [tokens.access, try #require(tokens.refresh)]
    _ = await test.poll(codes)
    _ = await test.poll(codes, ["client_id": "box", "client_secret": "hunter2"])
    let refused = try await test.deviceCodes()
    remember(refused)
    _ = await test.decide(refused, ["decision": "deny"])
    _ = await test.poll(refused)
    let old = try await test.deviceCodes()
    remember(old)
    test.clock.advance(by: .seconds(600))
    _ = await test.poll(old)
    for _ in 0..<40 { _ = await test.enter(old.user) }

    #expect(test.log.records.count > 15)
    for record in test.log.records {
      for secret in secrets { #expect(!record.contains(secret)) }
    }
  }

  @Test func `Descriptions of pages and records hold no code`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    var text = ""
    _ = await test.get("/device", TestServer.form([], ["user_code": codes.user]))
    dump(test.pages.last, to: &text)
    _ = await test.enter(codes.user)
    dump(test.pages.last, to: &text)
    text += "\(try #require(test.pages.last))"
    let hash = SecretHash(of: Secret(codes.user))
    dump(
      DeviceCodeRecord(deviceCode: hash, userCode: hash, clientID: "tv", scope: .none, expires: test.clock.now),
      to: &text)
    #expect(!text.contains(codes.user) && text.contains("Example TV"))
    #expect(!text.contains("\(hash.bytes[0]), \(hash.bytes[1])"))
  }
}

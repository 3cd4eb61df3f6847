import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

// The page with the QR code (RFC 8628 §3.3.1).
struct DeviceLinkPageTests {
  @Test func `The page shows the address and the code without looking the code up`() async throws {
    let test = try TestServer.forDevices(issuer: "https://login.example/tenant")
    for entered in ["WDJB-MJHT", "wdjbmjht"] {
      let answer = await test.get("/tenant/device/qr", TestServer.form([], ["user_code": entered]))
      #expect(answer.status == 200 && answer.field("Cache-Control") == "no-store")
      #expect(answer.field("Content-Security-Policy")?.contains("form-action 'none'") == true)
      guard case .deviceLink(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
      #expect(page.userCode == Secret("WDJB-MJHT") && page.address == "https://login.example/tenant/device")
      #expect(page.completeAddress == Secret("https://login.example/tenant/device?user_code=WDJB-MJHT"))
    }
  }

  @Test func `The address is the one in the device authorization answer`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.get("/device/qr", TestServer.form([], ["user_code": codes.user]))
    guard case .deviceLink(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(codes.members["verification_uri_complete"]?.string == page.completeAddress.reveal())
  }

  @Test(arguments: [
    "/device/qr", "/device/qr?user_code=", "/device/qr?user_code=%3Cscript%3E", "/device/qr?user_code=%zz",
  ])
  func `Without a code an error page is shown`(_ path: String) async throws {
    let test = try TestServer.forDevices()
    #expect(await test.get(path).status == 400)
    guard case .error = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
  }

  @Test func `Without the device grant the page doesn't exist`() async throws {
    #expect(try await TestServer().get("/device/qr?user_code=WDJB-MJHT").status == 404)
  }
}

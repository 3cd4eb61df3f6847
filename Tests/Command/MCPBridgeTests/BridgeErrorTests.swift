import OAuthCore
import Testing

@testable import MCPBridge

@Suite struct BridgeErrorTests {
  @Test(arguments: [
    (400, "Tell the server's operator"), (404, "Check that the address"), (413, "Send less"), (422, "Tell"),
    (408, "Try again"), (429, "Try again"), (503, "Try again"),
  ])
  func `The remedy for a status says "try again" only if that can help`(_ status: Int, _ beginning: String) {
    #expect(BridgeError.status(status).remedy.hasPrefix(beginning))
  }
}

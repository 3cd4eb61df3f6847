import HTTPTypes
import Testing

@testable import OAuthURLSession

struct IdleConnectionsTests {
  // iOS closes the connections of a suspended app: TelegramMessenger/telegram-login-ios#13.
  @Test func `A token request after the user's sign-in begins on a new connection`() {
    var connections = IdleConnections()
    #expect(!connections.needsNewConnection(for: .post, at: .zero), "there is no connection yet")
    connections.use(at: .seconds(1))
    #expect(!connections.needsNewConnection(for: .post, at: .seconds(6)))
    #expect(connections.needsNewConnection(for: .post, at: .seconds(7)))
    connections.use(at: .seconds(7))
    #expect(!connections.needsNewConnection(for: .post, at: .seconds(8)))
  }

  @Test(arguments: [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace])
  func `A request that URLSession repeats by itself can use any connection`(_ method: HTTPRequest.Method) {
    var connections = IdleConnections()
    connections.use(at: .zero)
    #expect(!connections.needsNewConnection(for: method, at: .seconds(3_600)))
    #expect(connections.needsNewConnection(for: .patch, at: .seconds(3_600)))
  }
}

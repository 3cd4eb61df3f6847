import ArgumentParser
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import PixyTerminal
import Testing

@testable import PixyAuth
@testable import PixyConnection

/// Sign-ins on machines whose clock is wrong.
@Suite(.timeLimit(.minutes(60))) struct SignInClockTests {
  /// A transport whose answers carry the server's time, which stands still.
  private struct DatedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let date: String?

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      var answer = try await transport.send(request, body: body, limits: limits)
      answer.response.headerFields[.date] = date
      return answer
    }
  }

  // Fri, 15 Jan 2027 08:00:00 GMT.
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)
  private static let field = "Fri, 15 Jan 2027 08:00:00 GMT"
  private static let day: TimeInterval = 86_400

  /// Signs in with `openid` on a machine whose clock is ahead of the server's.
  private func signIn(secondsAhead: TimeInterval, date: String? = field) async throws -> SignInOutcome {
    let server = try EmbeddedServer(clock: ManualClock(Self.date))
    var choice = ServerChoice()
    choice.issuer = server.issuer.text
    let record = AccountRecord(
      server: choice, client: ClientChoice(id: EmbeddedServer.clientID), grant: .code, scope: try Scope(["openid"]))
    let login = Login(
      record: record, options: try AuthorizationOptions.parse([]), way: .browser(try server.userAgent),
      transport: DatedTransport(transport: server.transport, date: date),
      clock: WallClock { Self.date.addingTimeInterval(secondsAhead) }, logger: CommandTests.silent)
    return try await login.run { _ in }
  }

  @Test(arguments: [
    (-90 * day, "90 days behind"), (-3 * day, "3 days behind"), (-3_600, "1 hour behind"),
    (-300, "5 minutes 1 second behind"),
    (10 * day, "10 days ahead of"), (90 * day, "90 days ahead of"),
  ])
  func `The error says to set the clock, and how wrong it is by the server's Date`(
    _ secondsAhead: TimeInterval, _ words: String
  ) async throws {
    let error = try #require(
      await #expect(throws: WrongClock.self) { try await signIn(secondsAhead: secondsAhead) })
    #expect(error.explanation.contains("this machine's clock is \(words) the server's"), "\(error)")
    #expect(error.remedy == "Set this machine's clock, and sign in again.")
    #expect(ExitStatus.status(of: error) == ExitStatus.failure && error.code == "wrong_clock")
  }

  @Test func `A right clock signs in, and without a Date the error is the ID token's own`() async throws {
    #expect(try await signIn(secondsAhead: 2).idToken != nil)
    await #expect(throws: IDTokenError.self) { try await signIn(secondsAhead: 90 * Self.day, date: nil) }
    // The clocks agree by the Date, so the server's ID token is at fault.
    await #expect(throws: IDTokenError.self) {
      try await signIn(secondsAhead: 90 * Self.day, date: "Thu, 15 Apr 2027 08:00:00 GMT")
    }
  }
}

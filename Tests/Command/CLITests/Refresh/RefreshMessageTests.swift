import ArgumentParser
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import Synchronization
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyConnection
@testable import PixyTerminal

/// What a command and its refresh process tell each other.
struct RefreshMessageTests {
  private static func account() throws -> Account { try Account(provider: "https://as.example", name: "ada") }

  @Test func `An order is read as it was written`() throws {
    let small = RefreshOrder(
      account: try Self.account(), need: .zero, connection: ConnectionCertificates(), isTraced: false, isVerbose: false)
    let whole = RefreshOrder(
      profile: "work", account: try Account(provider: "a b", name: "é\""), need: .seconds(90),
      rejectedToken: Secret("rejected"), passphrase: Secret("correct\nhorse"), storeKey: Secret("id key"),
      connection: ConnectionCertificates(trust: "trust\n", certificate: "certificate\n", key: Secret("key\n")),
      isTraced: true, isVerbose: true)
    for order in [small, whole] { #expect(RefreshOrder(bytes: order.bytes) == order) }
    for bytes in [[], Array("{}".utf8), Array(whole.bytes.dropLast())] { #expect(RefreshOrder(bytes: bytes) == nil) }
  }

  @Test func `Large certificate authorities fit into an order`() throws {
    let order = RefreshOrder(
      account: try Self.account(), need: .zero,
      connection: ConnectionCertificates(trust: String(repeating: "authority\n", count: 400_000)), isTraced: false,
      isVerbose: false)
    #expect(RefreshOrder(bytes: order.bytes) == order)
  }

  private static func errors() throws -> [any Error] {
    let timeout = HTTPTransportError(.timedOut, origin: "https://as.example")
    let account = try account()
    let answer = ErrorResponse(.invalidGrant, description: "It has \"expired\".", uri: "https://as.example/error")
    return [
      TokenSessionError.signedOut(account), TokenSessionError.ended(answer), TokenSessionError.noRefreshToken(account),
      TokenSessionError.temporary(timeout, retryAfter: .seconds(5)),
      TokenSessionError.temporary(timeout, retryAfter: nil),
      TokenSessionError.refused(ClientChoiceError.nothingFor(.clientSecretPost)),
      TokenSessionError.refused(EndpointError(.token, .refused(ErrorResponse(.invalidClient), status: 401))),
      TokenSessionError.refused(EndpointError(.token, .notBound)),
      TokenSessionError.refused(CocoaError(.fileNoSuchFile)),
      TokenSessionError.notStored(TokenStoreError(.full, place: "/somewhere", cause: "No space left on device")),
      TokenSessionError.storage(TokenStoreError(.busy, place: "/somewhere")),
      TokenSessionError.unusableKey(account),
      TokenSessionError.refused(TransportUnavailable(cause: ClientChoiceError.nothingFor(.privateKeyJWT))),
    ]
  }

  @Test func `Each failure has the texts and the exit status that it has in one process`() throws {
    for error in try Self.errors() {
      let failure = RefreshFailure(error, at: Date(timeIntervalSince1970: 1_800_000_000.5))
      let read = try #require(RefreshFailure(failure.json))
      #expect(read == failure)
      let again = read.error(for: try Self.account())
      func shown(_ error: any Error) -> [String] {
        let lines = Mutex<[String]>([])
        let add = { @Sendable (line: String) in lines.withLock { $0.append(line) } }
        let status = Console(result: add, say: add).report(error)
        return lines.withLock { $0 } + ["\(status.rawValue)"]
      }
      #expect(shown(again) == shown(error))
      #expect(ErrorCategory(of: again) == ErrorCategory(of: error))
    }
  }

  @Test func `A failure before the session is temporary only if it may pass`() throws {
    let account = try Self.account()
    for (error, isTemporary) in [
      (HTTPTransportError(.connectionFailed, origin: "https://as.example") as any Error, true),
      (ClientChoiceError.nothingFor(.clientSecretBasic), false),
    ] {
      let failure = RefreshFailure(error, at: Date())
      if case .temporary = failure.error(for: account) { #expect(isTemporary) } else { #expect(!isTemporary) }
    }
  }

  @Test func `A report has every exchange with all fields, and its lines and failure`() throws {
    var request = HTTPRequest(method: .post, scheme: "https", authority: "as.example", path: "/token?a=b")
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields.append(HTTPField(name: .accept, value: "a"))
    request.headerFields.append(HTTPField(name: .accept, value: "b"))
    var answer = HTTPAnswer(HTTPResponse(status: .badRequest), body: [0, 255, 10])
    answer.response.headerFields[.wwwAuthenticate] = "Basic"
    var report = RefreshReport()
    report.lines = ["one", "two \u{1F511}"]
    report.failure = RefreshFailure(TokenSessionError.signedOut(try Self.account()), at: Date(timeIntervalSince1970: 5))
    report.exchanges = [
      RecordedExchange(request, Array("body".utf8), .success(answer), took: .milliseconds(12)),
      RecordedExchange(
        request, [], .failure(HTTPTransportError(.timedOut, origin: "https://as.example")), took: .seconds(1)),
    ]
    let read = try #require(RefreshReport(bytes: report.bytes))
    #expect(read.lines == report.lines && read.failure == report.failure && read.exchanges.count == 2)
    let first = try #require(read.exchanges.first)
    #expect(first.request == request && first.body == Array("body".utf8) && first.duration == .milliseconds(12))
    #expect(try first.result.get() == answer)
    #expect(throws: ReportedError.self) { try read.exchanges[1].result.get() }
    #expect(RefreshReport(bytes: Array(report.bytes.dropLast(3))) == nil)
  }
}

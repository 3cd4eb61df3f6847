import ArgumentParser
import JOSE
import OAuth
import OAuthCore
import OAuthSessions
import OAuthUserAgent
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyServe
@testable import PixyTerminal

/// The exit statuses for errors. Scripts rely on the numbers.
struct ExitStatusTests {
  private static let silent = Console(result: { _ in }, say: { _ in })
  private static let refusal = ErrorResponse(.accessDenied)

  private static func transport(_ kind: HTTPTransportError.Kind) -> HTTPTransportError {
    HTTPTransportError(kind, origin: "https://login.example.com")
  }

  static let expected: [(any Error, Int32)] = [
    (CancellationError(), 2), (UserAgentError.cancelled, 2),
    (SignInNeeded(.noAccount), 4), (TokenSessionError.ended(refusal), 4),
    (transport(.connectionFailed), 5), (transport(.tlsFailed), 5), (transport(.brokenAnswer), 5),
    (TokenSessionError.temporary(transport(.connectionFailed), retryAfter: nil), 5),
    (EndpointError(.token, .unexpectedStatus(503, retryAfter: nil)), 5),
    (EndpointError(.token, .unexpectedStatus(429, retryAfter: .seconds(7))), 5),
    (CallbackError.refused(refusal), 6), (PollingError.denied(refusal), 6),
    (EndpointError(.token, .refused(ErrorResponse(.invalidGrant), status: 400)), 6),
    (EndpointError(.userInfo, .unexpectedStatus(401, retryAfter: nil)), 6),
    (TokenSessionError.refused(EndpointError(.token, .refused(ErrorResponse(.invalidClient), status: 401))), 6),
    (transport(.timedOut), 7), (UserAgentError.timedOut(after: .seconds(5)), 7), (PollingError.expired, 7),
    (TokenSessionError.temporary(transport(.timedOut), retryAfter: nil), 7), (TokenStoreError(.busy), 7),
    (TokenSessionError.storage(TokenStoreError(.busy)), 7),
    (TokenStoreError(.locked), 1), (TokenSessionError.notStored(TokenStoreError(.full)), 1),
    (TokenSessionError.foreignOrigin("https://other.example"), 1), (transport(.invalidRequest), 1),
    (transport(.answerTooLarge), 1), (EndpointError(.token, .redirected(status: 302)), 1),
    (UserAgentError.portBusy(port: 80), 1), (CallbackError.foreignState, 1),
    (AccountChoiceError.several([]), 64),
  ]

  private static let issuer = "https://login.example.com"

  /// Errors after which the same command may succeed later.
  static func later() throws -> [any Error] {
    let issuer = try Issuer(issuer)
    let address = try Endpoint(Self.issuer)
    let busy = ErrorResponse(.temporarilyUnavailable)
    var errors: [any Error] = EndpointName.allCases.flatMap { name -> [EndpointError] in
      [
        EndpointError(name, .refused(busy, status: 503)), EndpointError(name, .refused(busy, status: 400)),
        EndpointError(name, .refused(ErrorResponse(.serverError), status: 400)),
        EndpointError(name, .refused(ErrorResponse(ErrorCode("rate_limited")), status: 429)),
        EndpointError(name, .unexpectedStatus(429, retryAfter: nil)),
        EndpointError(name, .unexpectedStatus(408, retryAfter: nil)),
      ]
    }
    errors +=
      [
        CallbackError.refused(busy), CallbackError.refused(ErrorResponse(.serverError)),
        DiscoveryError.unexpectedStatus([MetadataPlace(address, .status(302))], issuer: issuer),
        ProtectedResourceError.unexpectedStatus([MetadataPlace(address, .status(429))], address),
        RemoteKeySetError.unexpectedStatus(307, endpoint: address),
        TokenSessionError.temporary(EndpointError(.token, .redirected(status: 302)), retryAfter: nil),
        TokenSessionError.temporary(
          EndpointError(.token, .wrongContentType(UntrustedText("text/html"))), retryAfter: nil),
        TokenSessionError.temporary(EndpointError(.token, .refused(busy, status: 503)), retryAfter: nil),
        TokenSessionError.refused(EndpointError(.token, .refused(busy, status: 503))),
        TokenSessionError.unacceptable(RemoteKeySetError.unexpectedStatus(503, endpoint: address)),
        ReportedError(EndpointError(.token, .refused(busy, status: 503))), RefreshProcessError.noResult,
        PasswordChangedMeanwhile(),
      ] as [any Error]
    return errors
  }

  @Test func `What may succeed later has exit status 5 or 7`() throws {
    for error in try Self.later() {
      #expect([5, 7].contains(Self.silent.report(error).rawValue), "\(error)")
    }
  }

  @Test func `An error's exit status follows from its category, but for timeouts and refusals`() {
    for (error, status) in Self.expected {
      #expect(Self.silent.report(error).rawValue == status, "\(error)")
    }
  }
}

internal import FoundationBasics
internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import PixyAuth
internal import PixyConnection

extension Doctor {
  /// Checks a server that was named: its connection, TLS, clock and metadata.
  func findings(of issuer: Issuer, through transport: any HTTPTransport) async -> [DoctorFinding] {
    let subject = "server \(issuer)"
    var findings: [DoctorFinding] = []
    do {
      findings = try await self.findings(subject, at: Endpoint(issuer.text), through: transport)
      _ = try await AuthorizationServerMetadata.discover(issuer, through: transport)
      return findings + [
        DoctorFinding(
          subject: subject, level: .fine, text: "Its metadata are valid. `pixy discover \(issuer)` shows them.")
      ]
    } catch {
      return findings + [.failure(subject, error)]
    }
  }

  /// Checks the server of an account.
  func serverFindings(_ storedAccount: StoredAccount) async -> [DoctorFinding] {
    let subject = "server \(UntrustedText(storedAccount.server))"
    do {
      let server = storedAccount.record.server
      let transport = AttentiveTransport(transport: try server.transport())
      let place =
        try storedAccount.record.metadata?["issuer"]?.string ?? server.provider().server.accountProvider
      return try await findings(subject, at: Endpoint(place), through: transport)
    } catch {
      return [.failure(subject, error)]
    }
  }

  /// Checks whether a server can be reached and is trusted, and its clock.
  private func findings(
    _ subject: String, at place: Endpoint, through transport: any HTTPTransport
  ) async throws -> [DoctorFinding] {
    let start = clock.now()
    // The answer's content doesn't matter. The request checks the connection, the certificate and
    // the clock.
    let answer = try await Self.answer(of: place, through: transport)
    let serverClock = ServerClock(date: answer?.response.headerFields[.date], sent: start, received: clock.now())
    guard let serverClock, serverClock.isWrong else {
      return [
        DoctorFinding(
          subject: subject, level: .fine, text: "The server answers\(serverClock.map { ", and \($0.text)" } ?? "").")
      ]
    }
    return [
      DoctorFinding(
        subject: subject, level: .problem, text: "The server answers, but \(serverClock.text).",
        remedy: "Set this machine's clock. With a wrong clock, signed tokens look expired or not yet valid.")
    ]
  }

  /// Requests `place` and returns the answer, or `nil` if it is larger than the limit.
  private static func answer(of place: Endpoint, through transport: any HTTPTransport) async throws -> HTTPAnswer? {
    do {
      return try await transport.send(place.request(.get), body: [], limits: HTTPLimits(timeout: .seconds(10)))
    } catch let error as HTTPTransportError where error.kind == .answerTooLarge {
      return nil
    }
  }
}

internal import FoundationBasics
internal import HTTPTypes
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
internal import PixyAccounts
internal import TokenStorage

/// The checks of everything that a sign-in and a refresh depend on. They change nothing.
struct Doctor: Sendable {
  let profile: ProfileOptions
  let environment: [String: String]
  var clock = WallClock.system

  /// Performs all checks and returns their findings, the fundamental ones first.
  func findings() async -> [DoctorFinding] {
    var findings = [storageFindings, browserFindings].reduce(into: []) { $0 += $1() }
    do {
      let survey = try await Storage.ladder(app: profile.app, environment: environment).survey()
      findings += Self.findings(of: survey)
      guard let book = try await AccountBook.openExisting(profile, environment: environment) else {
        return findings + [
          DoctorFinding(
            subject: "accounts", level: .notice, text: "No account is signed in.",
            remedy: "Sign in: pixy login ISSUER --client-id ID")
        ]
      }
      findings += await accountFindings(book)
    } catch {
      findings.append(.failure("storage", error))
    }
    return findings
  }

  private func storageFindings() -> [DoctorFinding] {
    do {
      let folders = try UserFolders(app: profile.app, environment: environment)
      return [DoctorFinding(subject: "folder", level: .fine, text: "Data is stored in \(folders.data).")]
    } catch {
      return [.failure("folder", error)]
    }
  }

  private func browserFindings() -> [DoctorFinding] {
    do {
      let place = BrowserPlace(
        in: Surroundings(environment: environment), choice: try Settings.load(environment)[.browser])
      guard !SystemBrowser(at: place).isAvailable else {
        return [DoctorFinding(subject: "browser", level: .fine, text: "A browser can be opened from here.")]
      }
      return [
        DoctorFinding(
          subject: "browser", level: .notice, text: "No browser can be opened from here.",
          remedy: "`pixy login` prints a URL to open elsewhere. `pixy device` needs no browser on this machine.")
      ]
    } catch {
      return [.failure("settings", error)]
    }
  }

  static func findings(of survey: StorageSurvey) -> [DoctorFinding] {
    var findings = survey.findings.map { finding in
      let isChosen = finding.rung == survey.chosen
      guard let problem = finding.problem else {
        let text = isChosen ? "Tokens are stored here: \(finding)" : "\(finding)"
        return DoctorFinding(subject: "storage", level: .fine, text: text)
      }
      return DoctorFinding(
        subject: "storage", level: isChosen ? .problem : .notice, text: "\(finding)",
        remedy: isChosen ? problem.remedy : nil)
    }
    if let better = survey.better {
      findings.append(
        DoctorFinding(
          subject: "storage", level: .notice, text: "A more secure store is available: \(better.rung).",
          remedy: "Move the tokens there: pixy storage move \(better.rung)"))
    }
    return findings
  }

  private func accountFindings(_ book: AccountBook) async -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    var asked: Set<String> = []
    do {
      for account in try await book.accounts() {
        let name = UntrustedText("\(account.name)@\(account.server)")
        let kept: StoredAccount
        do {
          guard let found = try await book.kept(account) else {
            findings.append(
              DoctorFinding(
                subject: "account", level: .notice, text: "\(name) was saved by another version of pixy.",
                remedy: "Sign out and sign in again with this version."))
            continue
          }
          kept = found
        } catch let error as TokenStoreError {
          // Other accounts may be readable.
          findings.append(.failure("account \(name)", error))
          continue
        }
        switch kept.state(at: clock.now()) {
        case .valid:
          findings.append(DoctorFinding(subject: "account", level: .fine, text: "\(name) has a valid access token."))
        case .renewable:
          findings.append(
            DoctorFinding(subject: "account", level: .fine, text: "\(name) gets a new token when it is used next."))
        case .ended:
          findings.append(
            DoctorFinding(
              subject: "account", level: .problem, text: "\(name) is signed out: its tokens have expired.",
              remedy: "Sign in: \(kept.record.loginCommand)"))
        }
        if asked.insert(account.provider).inserted { findings += await serverFindings(kept) }
      }
    } catch {
      findings.append(.failure("accounts", error))
    }
    return findings
  }

  private func serverFindings(_ kept: StoredAccount) async -> [DoctorFinding] {
    let subject = "server \(UntrustedText(kept.server))"
    do {
      let server = kept.record.server
      let transport = try server.transport()
      let place =
        try kept.record.metadata?["issuer"]?.string ?? server.issuer ?? server.tokenEndpoint
        ?? Self.place(of: server)
      let sent = clock.now()
      // The answer's content doesn't matter. The request checks the connection, the certificate and
      // the clock.
      let answer = try await Self.answer(of: Endpoint(place), through: transport)
      let found = ServerClock(date: answer?.response.headerFields[.date], sent: sent, received: clock.now())
      guard let found, found.isWrong else {
        return [
          DoctorFinding(
            subject: subject, level: .fine, text: "The server answers\(found.map { ", and \($0.text)" } ?? "").")
        ]
      }
      return [
        DoctorFinding(
          subject: subject, level: .problem, text: "The server answers, but \(found.text).",
          remedy: "Set this machine's clock. With a wrong clock, signed tokens look expired or not yet valid.")
      ]
    } catch {
      return [.failure(subject, error)]
    }
  }

  /// Requests `place` and returns the answer, or `nil` if it is larger than the limit.
  private static func answer(of place: Endpoint, through transport: any HTTPTransport) async throws -> HTTPAnswer? {
    do {
      return try await transport.send(place.request(.get), body: [], limits: HTTPLimits(timeout: .seconds(10)))
    } catch let error as HTTPTransportError where error.kind == .answerTooLarge {
      return nil
    }
  }

  private static func place(of server: ServerChoice) throws -> String {
    try server.knownProvider().map(\.server.accountProvider) ?? ""
  }
}

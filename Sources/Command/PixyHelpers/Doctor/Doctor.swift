internal import FoundationBasics
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The checks of everything that a sign-in and a refresh depend on. They change nothing.
struct Doctor: Sendable {
  let profile: ProfileOptions
  /// A further server to check, and the transport to it.
  var server: (issuer: Issuer, transport: any HTTPTransport)?
  let environment: [String: String]
  var clock = WallClock.system

  /// Performs all checks and returns their findings, the fundamental ones first.
  func findings() async -> [DoctorFinding] {
    var findings = [storageFindings, browserFindings, proxyFindings].reduce(into: []) { $0 += $1() }
    if let server { findings += await self.findings(of: server.issuer, through: server.transport) }
    do {
      let survey = try await Storage.ladder(app: profile.app, environment: environment).survey()
      findings += Self.findings(of: survey)
      guard let directory = try await AccountDirectory.openExisting(profile, environment: environment) else {
        return findings + [Self.noAccount]
      }
      findings += await accountFindings(directory)
    } catch {
      findings.append(.failure("storage", error))
    }
    return findings
  }

  private static let noAccount = DoctorFinding(
    subject: "accounts", level: .notice, text: "No account is signed in.",
    remedy: "Sign in: pixy login ISSUER --client-id ID")

  private func storageFindings() -> [DoctorFinding] {
    do {
      let folders = try UserFolders(app: profile.app, environment: environment)
      // Before the first sign-in there is no folder, and the sign-in creates it.
      var place = folders.data
      while place != "/", !FileManager.default.fileExists(atPath: place) {
        place = FilePath(place).removingLastComponent().string
      }
      do {
        try PrivateFile(path: place + "/.pixy-doctor").tryPlace()
      } catch let error as Errno {
        return [
          DoctorFinding(
            subject: "folder", level: .problem, text: "Nothing can be written to \(place): \(error).",
            remedy: """
              Free some space, make the folder writable, or let XDG_DATA_HOME and XDG_CONFIG_HOME name writable \
              folders. Until then no token can be stored.
              """)
        ]
      }
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

  private func proxyFindings() -> [DoctorFinding] {
    do {
      guard let proxy = try HTTPProxy.named(in: environment) else { return [] }
      let exceptions = proxy.exceptions.isEmpty ? "" : ", except \(proxy.exceptions.joined(separator: ", "))"
      return [
        DoctorFinding(
          subject: "proxy", level: .fine,
          text: "Requests go through the proxy \(UntrustedText("\(proxy)"))\(UntrustedText(exceptions)).")
      ]
    } catch {
      return [.failure("proxy", error)]
    }
  }

  static func findings(of survey: StorageSurvey) -> [DoctorFinding] {
    var findings = survey.findings.map { finding in
      let isChosen = finding.rung == survey.chosenRung
      guard let problem = finding.problem else {
        let text = isChosen ? "Tokens are stored here: \(finding)" : "\(finding)"
        return DoctorFinding(subject: "storage", level: .fine, text: text)
      }
      return DoctorFinding(
        subject: "storage", level: isChosen ? .problem : .notice, text: "\(finding)",
        remedy: isChosen ? problem.remedy : nil)
    }
    if let destination = survey.movingTo, let source = survey.chosenRung {
      findings.append(
        DoctorFinding(
          subject: "storage", level: .problem, text: "Moving the tokens to \(destination) isn't finished.",
          remedy: "Go on: pixy storage move \(destination). Or take it back: pixy storage move \(source)"))
    }
    if let better = survey.better, survey.movingTo == nil {
      findings.append(
        DoctorFinding(
          subject: "storage", level: .notice, text: "A more secure store is available: \(better.rung).",
          remedy: "Move the tokens there: pixy storage move \(better.rung)"))
    }
    return findings
  }

  private func accountFindings(_ directory: AccountDirectory) async -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    var providers: Set<String> = []
    do {
      let accounts = try await directory.accounts { findings.append(.failure("accounts", $0)) }
      if accounts.isEmpty, directory.ended.entries.isEmpty {
        findings.append(Self.noAccount)
      } else if let problem = await directory.problem(with: accounts) {
        findings.append(.failure("account", problem))
      }
      for account in accounts {
        let name = UntrustedText(account.choice(among: accounts))
        let storedAccount: StoredAccount
        do {
          guard let found = try await directory.storedAccount(account) else {
            findings.append(
              DoctorFinding(
                subject: "account", level: .notice, text: "\(name) was saved by another version of pixy.",
                remedy: "Sign out and sign in again with this version."))
            continue
          }
          storedAccount = found
        } catch {
          // Other accounts may be readable.
          findings.append(.failure("account \(name)", error))
          continue
        }
        switch storedAccount.state(at: clock.now()) {
        case .valid:
          findings.append(DoctorFinding(subject: "account", level: .fine, text: "\(name) has a valid access token."))
        case .renewable:
          findings.append(
            DoctorFinding(subject: "account", level: .fine, text: "\(name) gets a new token when it is used next."))
        case .ended:
          findings.append(
            DoctorFinding(
              subject: "account", level: .problem, text: "\(name) is signed out: its tokens have expired.",
              remedy: "Sign in: \(storedAccount.record.loginCommand)"))
        }
        if providers.insert(account.provider).inserted { findings += await serverFindings(storedAccount) }
      }
    } catch {
      findings.append(.failure("accounts", error))
    }
    return findings
  }
}

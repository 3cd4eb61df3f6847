import Foundation
import OAuthCore
import OAuthServer

/// One page of every kind, for tests and for screenshots.
struct PageSamples {
  // The values that come from clients, users and operators.
  var client = "Photo Album"
  var person = "Ada Lovelace"
  var scope = "albums:read"
  var detail = "Pay 12.40 € to Example Books"
  var username = "ada"
  var field = "st4te"
  var issuer = "https://login.example"
  var host = "photos.example"
  var userCode = "WDJB-MJHT"

  static let hostile: PageSamples = {
    let text = "\"><script>alert(1)</script><b x='&amp;{{username}}{{{issuer}}}"
    return PageSamples(
      client: text, person: text, scope: text, detail: text, username: text, field: text, issuer: text, host: text,
      userCode: text)
  }()

  private var card: ClientCard {
    ClientCard(
      name: client,
      links: ClientLinks(
        website: "https://photos.example/", policy: "https://photos.example/privacy?a=1&b='2'",
        terms: "https://photos.example/terms"))
  }
  private var permissions: [Permission] {
    [.recognize, .profile, .email, .address, .phone, .offlineAccess, .other(scope)]
  }
  private var details: [AuthorizationDetailText] { [AuthorizationDetailText(type: "payment", text: detail)] }
  private var hidden: [HiddenField] { [HiddenField(name: "authorization_request", value: Secret(field))] }

  private func signIn(
    _ permissions: [Permission], _ username: String = "", _ problem: PageProblem? = nil, allows: Bool = true
  ) -> Page {
    .signIn(
      SignInPage(
        client: card, permissions: permissions, allows: allows, destination: .website(host), issuer: issuer,
        action: "/authorize/decision", hiddenFields: hidden, username: username, problem: problem))
  }

  private func device(_ person: String?, _ problem: PageProblem? = nil) -> Page {
    .deviceSignIn(
      DeviceSignInPage(
        client: card, permissions: [.profile], details: details, userCode: Secret(userCode), person: person,
        issuer: issuer, action: "/device", hiddenFields: hidden, username: problem == nil ? "" : username,
        problem: problem))
  }

  private func userCode(_ code: String, _ problem: PageProblem? = nil) -> Page {
    .userCode(
      UserCodePage(userCode: Secret(code), issuer: issuer, action: "/device", hiddenFields: hidden, problem: problem))
  }

  private func account(_ applications: [AccountPage.Application], _ notice: AccountPage.Notice? = nil) -> Page {
    let morning = Date(timeIntervalSince1970: 1_800_000_000)
    return .account(
      AccountPage(
        person: person, applications: applications,
        sessions: [
          AccountPage.Session(id: field, signedIn: morning, isCurrent: true),
          AccountPage.Session(id: field + "2", signedIn: morning.addingTimeInterval(-90_000), isCurrent: false),
          AccountPage.Session(
            id: field + "3", signedIn: morning.addingTimeInterval(-90_001), browser: field, address: host,
            isCurrent: false),
        ], notice: notice, passwordAddress: "/account/password", problem: notice == nil ? .busy : nil,
        issuer: issuer, action: "/account", hiddenFields: hidden))
  }

  private var applications: [AccountPage.Application] {
    let day = Date(timeIntervalSince1970: 1_790_000_000)
    return [
      AccountPage.Application(
        id: field, client: card, permissions: [.recognize, .profile, .other(scope)], detailsTypes: [field],
        allowedAt: day
      )
    ]
  }

  private func password(_ problem: PageProblem?) -> Page {
    .password(
      PasswordPage(
        username: username, issuer: issuer, action: "/account/password", hiddenFields: hidden, problem: problem))
  }

  /// The pages, with the names of their screenshots.
  var all: [(name: String, page: Page)] {
    [
      ("sign-in", signIn([.recognize, .profile, .email])),
      ("sign-in-wrong", signIn([.recognize, .email], username, .wrongPassword)),
      ("sign-in-locked", signIn([.recognize, .email], username, .lockedOut(wait: .seconds(840)))),
      ("sign-in-refused", signIn([.recognize, .email], "", .notPermitted)),
      ("sign-in-busy", signIn([], username, .busy)),
      ("sign-in-only", signIn(permissions, allows: false)),
      (
        "consent",
        .consent(
          ConsentPage(
            client: card, person: person, permissions: permissions, details: details, destination: .app(scheme: host),
            issuer: issuer, action: "/authorize/decision", hiddenFields: hidden))
      ),
      (
        "consent-nothing",
        .consent(
          ConsentPage(
            client: ClientCard(name: client, links: card.links, host: host), person: person,
            resources: ["https://" + host + "/mcp"],
            destination: .thisDevice(host), canBeImpersonated: true, issuer: issuer,
            action: "/authorize/decision", hiddenFields: hidden))
      ),
      ("device-code", userCode("")),
      ("device-code-linked", userCode(userCode)),
      ("device-code-unknown", userCode(userCode, .unknownUserCode)),
      ("device-code-malformed", userCode(userCode, .malformedUserCode)),
      ("device-code-too-many", userCode(userCode, .tooManyUserCodes(wait: .seconds(60)))),
      ("device-sign-in", device(nil)),
      ("device-sign-in-wrong", device(nil, .wrongPassword)),
      ("device-consent", device(person)),
      ("device-approved", .deviceDone(.approved)),
      ("device-denied", .deviceDone(.denied)),
      ("device-left", .deviceDone(.left)),
      (
        "device-link",
        .deviceLink(
          DeviceLinkPage(
            userCode: Secret(userCode), address: issuer + "/device",
            completeAddress: Secret(issuer + "/device?user_code=" + userCode)))
      ),
      (
        "sign-out",
        .signOut(
          SignOutPage(client: card, person: person, issuer: issuer, action: "/logout", hiddenFields: hidden))
      ),
      (
        "signed-out",
        .signedOut(
          SignedOutPage(.signedOut, person: person, client: card, back: "https://photos.example/", issuer: issuer))
      ),
      ("signed-out-stayed", .signedOut(SignedOutPage(.stayedSignedIn, issuer: issuer))),
      (
        "signed-out-nobody", .signedOut(SignedOutPage(.nobodySignedIn, back: "https://photos.example/", issuer: issuer))
      ),
      (
        "account-sign-in",
        .accountSignIn(AccountSignInPage(issuer: issuer, action: "/account", hiddenFields: hidden, username: username))
      ),
      ("account", account(applications, .accessEnded(client: client))),
      ("account-empty", account([])),
      ("password", password(nil)),
      ("password-unsuitable", password(.unsuitablePassword)),
      (
        "form-post",
        .formPost(FormPostPage(clientName: client, action: "https://photos.example/cb?a=1&b='2'", fields: hidden))
      ),
      ("error", .error(ErrorPage(.unregisteredRedirectURI))),
    ]
      + [
        ErrorPage.Reason.missing(scope), .repeated(scope), .unknownClient, .unsupportedResponseMode, .malformed,
        .otherContentType, .developersFault(detail), .foreignOrigin, .unknownDecision, .internalFailure,
        .own(title: client, explanation: detail, detail: detail),
      ].enumerated().map { ("error-\($0.offset + 1)", Page.error(ErrorPage($0.element))) }
  }
}

internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import QRCode

extension PageValues {
  /// Adds a page's values.
  /// - Returns: The page's template.
  mutating func add(_ page: Page) -> PageTemplate {
    switch page {
    case .signIn(let page): add(page)
    case .consent(let page): add(page)
    case .userCode(let page): add(page)
    case .deviceSignIn(let page): add(page)
    case .deviceDone(let page): add(page)
    case .deviceLink(let page): add(page)
    case .signOut(let page): add(page)
    case .signedOut(let page): add(page)
    case .accountSignIn(let page): add(page)
    case .account(let page): add(page)
    case .password(let page): add(page)
    case .formPost(let page): add(page)
    case .error(let page): add(page)
    }
  }

  private mutating func add(_ page: SignInPage) -> PageTemplate {
    title(.signInTitle)
    let lead: PageText =
      !page.allows ? .signInLeadPlain : page.permissions.isEmpty ? .signInLeadNothing : .signInLead
    set("lead", lead, [.client: page.client.name])
    set("allows", page.allows)
    permissions(page.allows ? page.permissions : [], page.allows ? page.details : [])
    client(page.client)
    access(to: page.resources)
    afterwards(page.destination, page.client)
    warning(page.client, page.canBeImpersonated)
    form(page.action, page.hiddenFields, page.issuer)
    username(page.username)
    problem(page.problem)
    return .signIn
  }

  private mutating func add(_ page: ConsentPage) -> PageTemplate {
    title(.consentTitle)
    set("person", .consentPerson, [.person: page.person])
    set("lead", page.permissions.isEmpty ? .signInLeadNothing : .signInLead, [.client: page.client.name])
    permissions(page.permissions, page.details)
    client(page.client)
    access(to: page.resources)
    afterwards(page.destination, page.client)
    warning(page.client, page.canBeImpersonated)
    form(page.action, page.hiddenFields, page.issuer)
    return .consent
  }

  private mutating func add(_ page: UserCodePage) -> PageTemplate {
    title(.deviceTitle)
    let code = page.userCode.reveal()
    set("userCode", code)
    set("isCodeKnown", page.problem == nil && !code.isEmpty)
    form(page.action, page.hiddenFields, page.issuer)
    problem(page.problem)
    return .userCode
  }

  private mutating func add(_ page: DeviceSignInPage) -> PageTemplate {
    title(.deviceTitle)
    set("lead", page.permissions.isEmpty ? .deviceLeadNothing : .deviceLead, [.client: page.client.name])
    set("allows", true)
    permissions(page.permissions, page.details)
    client(page.client)
    access(to: page.resources)
    set("userCode", page.userCode.reveal())
    set("hasPerson", page.person != nil)
    if let person = page.person { set("person", .consentPerson, [.person: person]) }
    form(page.action, page.hiddenFields, page.issuer)
    username(page.username)
    problem(page.problem)
    return .deviceSignIn
  }

  private mutating func add(_ page: DeviceDonePage) -> PageTemplate {
    switch page {
    case .approved:
      title(.deviceApprovedTitle)
      explanation(.deviceApproved)
    case .denied:
      title(.deviceDeniedTitle)
      explanation(.deviceDenied)
    case .left:
      title(.deviceLeftTitle)
      explanation(.deviceLeft)
    }
    return .deviceDone
  }

  private mutating func add(_ page: DeviceLinkPage) -> PageTemplate {
    title(.deviceLinkTitle)
    set("userCode", page.userCode.reveal())
    set("address", page.address)
    // A QR code always fits: an issuer's address is far shorter than the longest text.
    if let symbol = QRSymbol(page.completeAddress.reveal()) {
      set("picture", ["size": String(symbol.boxSize), "path": symbol.path])
    }
    return .deviceLink
  }

  private mutating func add(_ page: SignOutPage) -> PageTemplate {
    title(.signOutTitle)
    set("person", .signOutPerson, [.person: page.person])
    set("hasClient", page.client != nil)
    if let client = page.client {
      set("lead", .signOutClient, [.client: client.name])
      self.client(client)
    }
    form(page.action, page.hiddenFields, page.issuer)
    return .signOut
  }

  private mutating func add(_ page: SignedOutPage) -> PageTemplate {
    switch page.outcome {
    case .signedOut:
      title(.signedOutTitle)
      explanation(.signedOut)
    case .stayedSignedIn:
      title(.stayedTitle)
      explanation(.stayed)
    case .nobodySignedIn:
      title(.nobodyTitle)
      explanation(.nobody)
    }
    set("hasPerson", page.person != nil)
    if let person = page.person { set("personName", person) }
    if let back = page.back {
      let name = page.client?.name ?? Destination.host(of: back)
      let label = Self.pieces(texts.phrase(.linkBack, [.client: name]))
      set("back", ["address": back, "label": label] as [String: Any])
    }
    issuer(page.issuer)
    return .signedOut
  }

  private mutating func add(_ page: AccountSignInPage) -> PageTemplate {
    title(.signInTitle)
    form(page.action, page.hiddenFields, page.issuer)
    username(page.username)
    problem(page.problem)
    return .accountSignIn
  }

  private mutating func add(_ page: AccountPage) -> PageTemplate {
    title(.accountTitle)
    set("person", .consentPerson, [.person: page.person])
    set("hasNotice", page.notice != nil)
    if let notice = page.notice { set("notice", texts.phrase(notice)) }
    set("hasApplications", !page.applications.isEmpty)
    set(
      "applications",
      page.applications.map { application -> [String: Any] in
        [
          "id": application.id, "name": application.client.name,
          "permissions": application.permissions.map { ["pieces": Self.pieces(texts.phrase($0))] }
            + application.detailsTypes.map { ["pieces": Self.pieces(texts.phrase(.permissionOther, [.scope: $0]))] },
          "allowed": Self.pieces(texts.phrase(.accountAllowed, [.date: Self.day(application.allowedAt)])),
          "button": Self.pieces(texts.phrase(.buttonEndAccess, [.client: application.client.name])),
        ]
      })
    set(
      "sessions",
      page.sessions.map { session -> [String: Any] in
        let time = Self.time(session.signedIn)
        let text =
          switch session.browser {
          case let browser? where !session.isCurrent:
            texts.phrase(.accountNamedSession, [.browser: browser, .date: time])
          default: texts.phrase(session.isCurrent ? .accountThisSession : .accountSession, [.date: time])
          }
        var values: [String: Any] = [
          "id": session.id, "isOther": !session.isCurrent, "text": Self.pieces(text),
          "button": Self.pieces(texts.phrase(.buttonEndSession, [.date: time])),
        ]
        if let address = session.address {
          values["hasAddress"] = true
          values["address"] = Self.pieces(texts.phrase(.accountSessionAddress, [.address: address]))
        }
        return values
      })
    if let address = page.passwordAddress { set("passwordAddress", address) }
    form(page.action, page.hiddenFields, page.issuer)
    problem(page.problem)
    return .account
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }

  /// The time with seconds: a user may sign in with two browsers in one minute.
  private static func time(_ date: Date) -> String {
    day(date) + " " + date.formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(8) + " UTC"
  }

  private mutating func add(_ page: PasswordPage) -> PageTemplate {
    title(.passwordTitle)
    form(page.action, page.hiddenFields, page.issuer)
    username(page.username)
    problem(page.problem)
    return .password
  }

  private mutating func add(_ page: FormPostPage) -> PageTemplate {
    title(.formPostTitle)
    set("explanation", .formPost, [.client: page.clientName])
    set("action", page.action)
    hiddenFields(page.fields)
    set("script", FormPostPage.script)
    return .formPost
  }

  private mutating func add(_ page: ErrorPage) -> PageTemplate {
    set("title", texts.title(page.reason).description)
    set("explanation", texts.explanation(page.reason).description)
    set("detail", .errorDeveloper, [.detail: texts.detail(page.reason).description])
    return .error
  }

  private mutating func form(_ action: String, _ fields: [HiddenField], _ issuer: String) {
    set("action", action)
    hiddenFields(fields)
    self.issuer(issuer)
  }

  private mutating func access(to resources: [String]) {
    set("resources", resources.map { ["pieces": Self.pieces(texts.phrase(.resource, [.address: $0]))] })
  }

  private mutating func warning(_ client: ClientCard, _ canBeImpersonated: Bool) {
    set("hasWarning", canBeImpersonated)
    if canBeImpersonated { set("warning", .impersonationWarning, [.client: client.name]) }
  }

  private mutating func afterwards(_ destination: Destination, _ client: ClientCard) {
    set("destination", texts.phrase(destination))
    set("elsewhere", .cameFromElsewhere, [.client: client.name])
  }
}

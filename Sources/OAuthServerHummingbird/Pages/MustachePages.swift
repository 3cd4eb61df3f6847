#if Hummingbird
internal import Mustache
internal import OAuthCore
public import OAuthServer

/// The server's pages as HTML, made with Mustache, which escapes every value.
///
/// They work without JavaScript, load nothing, follow the device's light or dark mode and text size, and can be read
/// aloud. The templates are part of the program, so that a static binary has them.
public struct MustachePages: Pages {
  private let signIn: MustacheTemplate
  private let userCode: MustacheTemplate
  private let deviceSignIn: MustacheTemplate
  private let deviceDone: MustacheTemplate
  private let error: MustacheTemplate

  /// Parses the templates; do it once, when the server starts.
  /// - Throws: an error of Mustache's if a template is malformed, which no input can cause.
  public init() throws {
    signIn = try MustacheTemplate(string: Self.document(title: "Sign in", body: Self.signInBody))
    userCode = try MustacheTemplate(string: Self.document(title: "Connect a device", body: Self.userCodeBody))
    deviceSignIn = try MustacheTemplate(string: Self.document(title: "Connect a device", body: Self.deviceSignInBody))
    deviceDone = try MustacheTemplate(string: Self.document(title: "{{title}}", body: Self.deviceDoneBody))
    error = try MustacheTemplate(string: Self.document(title: "{{title}}", body: Self.errorBody))
  }

  /// The one style sheet of all pages.
  public var styleSheet: String { Self.style }

  /// The page as a whole HTML document.
  public func html(_ page: Page) -> String {
    switch page {
    case .signIn(let page): signIn.render(Self.values(page))
    case .userCode(let page): userCode.render(Self.values(page))
    case .deviceSignIn(let page): deviceSignIn.render(Self.values(page))
    case .deviceDone(let page): deviceDone.render(["title": page.title, "explanation": page.explanation])
    case .error(let page): error.render(Self.values(page))
    }
  }

  private static func values(_ page: SignInPage) -> [String: Any] {
    var values: [String: Any] = [
      "clientName": page.clientName,
      "permissions": page.permissions,
      "hasPermissions": !page.permissions.isEmpty,
      "destination": page.destination,
      "issuer": page.issuer,
      "action": page.action,
      "hiddenFields": page.hiddenFields.map { ["name": $0.name, "value": $0.value.reveal()] },
      "username": page.username,
      "isUsernameKnown": !page.username.isEmpty,
      "usernameField": SignInPage.Field.username,
      "passwordField": SignInPage.Field.password,
      "decisionField": SignInPage.Field.decision,
      "approve": SignInPage.Field.approve,
      "deny": SignInPage.Field.deny,
    ]
    values["problem"] = page.problem
    return values
  }

  private static func values(_ page: UserCodePage) -> [String: Any] {
    var values: [String: Any] = [
      "userCode": page.userCode.reveal(),
      "isCodeKnown": page.problem == nil && !page.userCode.reveal().isEmpty,
      "issuer": page.issuer,
      "action": page.action,
      "userCodeField": UserCodePage.Field.userCode,
    ]
    values["problem"] = page.problem
    return values
  }

  private static func values(_ page: DeviceSignInPage) -> [String: Any] {
    var values: [String: Any] = [
      "clientName": page.clientName,
      "permissions": page.permissions,
      "hasPermissions": !page.permissions.isEmpty,
      "userCode": page.userCode.reveal(),
      "issuer": page.issuer,
      "action": page.action,
      "username": page.username,
      "isUsernameKnown": !page.username.isEmpty,
      "userCodeField": UserCodePage.Field.userCode,
      "usernameField": SignInPage.Field.username,
      "passwordField": SignInPage.Field.password,
      "decisionField": SignInPage.Field.decision,
      "approve": SignInPage.Field.approve,
      "deny": SignInPage.Field.deny,
    ]
    values["problem"] = page.problem
    return values
  }

  private static func values(_ page: ErrorPage) -> [String: Any] {
    ["title": page.title, "explanation": page.explanation, "detail": page.detail]
  }
}
#endif

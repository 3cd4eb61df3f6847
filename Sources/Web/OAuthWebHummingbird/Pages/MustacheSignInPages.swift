internal import HTMLTemplates
internal import OAuthCore

/// The built-in pages, in English. They work without scripts and with screen readers, and follow
/// the device's light or dark mode and text size. The contrast is at least 4.5 to 1 in both modes
/// (WCAG 2.2, 1.4.3).
public struct MustacheSignInPages: SignInPages {
  /// The style sheet.
  public let styleSheet: String
  private let title: String
  private let signIn: HTMLTemplate
  private let signOut: HTMLTemplate
  private let leaving: HTMLTemplate
  private let continuing: HTMLTemplate
  private let problem: HTMLTemplate

  /// Parses the templates.
  ///
  /// - Parameters:
  ///   - title: The heading of the sign-in page, such as the application's name. Default: “Sign
  ///     in”.
  ///   - styleSheet: The style sheet. Default: the built-in one.
  /// - Throws: `WebSignInError.template` never with the built-in templates.
  public init(title: String = "Sign in", styleSheet: String? = nil) throws(WebSignInError) {
    self.title = title
    self.styleSheet = styleSheet ?? String(embedded: PackageResources.style_css)
    signIn = try Self.template(PackageResources.signIn_mustache)
    signOut = try Self.template(PackageResources.signOut_mustache)
    leaving = try Self.template(PackageResources.leaving_mustache)
    continuing = try Self.template(PackageResources.continuing_mustache)
    problem = try Self.template(PackageResources.problem_mustache)
  }

  private static func template(_ body: [UInt8]) throws(WebSignInError) -> HTMLTemplate {
    try HTMLTemplate(
      String(embedded: PackageResources.document_mustache).replacing("{{>body}}", with: String(embedded: body)))
  }

  /// Renders a page as a complete HTML document.
  ///
  /// - Parameters:
  ///   - page: The page with its values.
  ///   - styleSheet: The path of the style sheet.
  public func html(_ page: WebSignInPage, styleSheet: String) -> String {
    let (template, values) = content(of: page)
    return template.html(values.merging(["styleAddress": styleSheet]) { $1 })
  }

  private func content(of page: WebSignInPage) -> (HTMLTemplate, [String: Any]) {
    switch page {
    case .signIn(let choices, let notice):
      var values: [String: Any] = [
        "title": title, "choices": choices.map { ["name": $0.name, "address": $0.address] },
      ]
      let remembered = choices.compactMap { choice in
        choice.rememberedAddress.map { ["name": choice.name, "address": $0] }
      }
      if !remembered.isEmpty { values["remembered"] = ["choices": remembered] }
      values["notice"] = notice
      return (signIn, values)
    case .signOut(let form):
      let values: [String: Any] = [
        "title": "Sign out?", "address": form.address, "field": form.field, "token": form.token.reveal(),
        "name": form.name, "startAddress": form.startAddress,
      ]
      return (signOut, values)
    case .leaving(let name, let address):
      return (leaving, ["title": "You are signed out here", "name": name, "address": address, "refresh": address])
    case .continuing(let name, let address):
      return (continuing, ["title": "Sign in there", "name": name, "address": address, "refresh": address])
    case .problem(let problem):
      var values: [String: Any] = [
        "title": problem.title, "words": problem.words, "signInAddress": problem.signInAddress,
        "startAddress": problem.startAddress,
      ]
      values["code"] = problem.code
      values["continueAddress"] = problem.continueAddress
      return (self.problem, values)
    }
  }
}

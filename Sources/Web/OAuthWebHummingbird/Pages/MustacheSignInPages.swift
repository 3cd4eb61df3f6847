internal import OAuthCore

/// The built-in pages, in English. They work without scripts and with screen readers, and follow
/// the device's light or dark mode and text size.
public struct MustacheSignInPages: SignInPages {
  /// The style sheet.
  public let styleSheet: String
  private let title: String
  private let signIn: HTMLTemplate
  private let signOut: HTMLTemplate
  private let leaving: HTMLTemplate
  private let problem: HTMLTemplate

  /// Parses the templates.
  ///
  /// - Parameters:
  ///   - title: The heading of the sign-in page, such as the application's name. Default: “Sign
  ///     in”.
  ///   - styleSheet: The style sheet. Default: the built-in one.
  /// - Throws: ``WebSignInError/template`` never with the built-in templates.
  public init(title: String = "Sign in", styleSheet: String? = nil) throws(WebSignInError) {
    self.title = title
    self.styleSheet = styleSheet ?? Self.style
    signIn = try HTMLTemplate(Self.document(Self.signInBody))
    signOut = try HTMLTemplate(Self.document(Self.signOutBody))
    leaving = try HTMLTemplate(Self.document(Self.leavingBody))
    problem = try HTMLTemplate(Self.document(Self.problemBody))
  }

  /// Renders a page as a complete HTML document.
  ///
  /// - Parameters:
  ///   - page: The page with its values.
  ///   - styleSheet: The path of the style sheet.
  public func html(_ page: SignInPage, styleSheet: String) -> String {
    let (template, values) = content(of: page)
    return template.html(values.merging(["styleAddress": styleSheet]) { $1 })
  }

  private func content(of page: SignInPage) -> (HTMLTemplate, [String: Any]) {
    switch page {
    case .signIn(let choices, let notice):
      var values: [String: Any] = [
        "title": title, "choices": choices.map { ["name": $0.name, "address": $0.address] },
      ]
      values["notice"] = notice
      return (signIn, values)
    case .signOut(let form):
      let values: [String: Any] = [
        "title": "Sign out?", "address": form.address, "field": form.field, "token": form.token.reveal(),
        "name": form.name,
      ]
      return (signOut, values)
    case .leaving(let name, let address):
      return (leaving, ["title": "You are signed out here", "name": name, "address": address])
    case .problem(let problem):
      var values: [String: Any] = ["title": problem.title, "words": problem.words]
      values["code"] = problem.code
      return (self.problem, values)
    }
  }
}

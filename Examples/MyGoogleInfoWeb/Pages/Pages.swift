internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Mustache
internal import NIOCore
internal import OAuthCore
internal import OAuthProviders

/// The program's pages, rendered with Mustache. Every value is escaped.
///
/// The pages need no JavaScript, follow the device's light or dark mode and text size, and work
/// with screen readers.
struct Pages: Sendable {
  private let signIn: MustacheTemplate
  private let profile: MustacheTemplate
  private let problem: MustacheTemplate

  /// Parses the templates.
  ///
  /// - Throws: An error of Mustache if a template is malformed. The templates are constants, so the
  ///   first start finds such a mistake.
  init() throws {
    signIn = try HTMLText.template(Self.document(title: "Sign in", body: Self.signInBody))
    profile = try HTMLText.template(Self.document(title: "{{name}}", body: Self.profileBody))
    problem = try HTMLText.template(Self.document(title: "{{title}}", body: Self.problemBody))
  }

  /// Renders the sign-in page.
  ///
  /// - Parameters:
  ///   - session: The browser's session, which the form belongs to.
  ///   - destination: The origin of Google's sign-in pages, to which the form redirects.
  func signIn(_ session: Session, destination: String) -> Response {
    var values: [String: Any] = ["field": FormGuard.field, "token": session.formToken.reveal()]
    values["notice"] = session.notice?.words
    return Self.page(
      signIn.render(values), ContentPolicy(formDestination: ContentPolicy.source(destination)))
  }

  /// Renders the profile page.
  ///
  /// - Parameters:
  ///   - profile: The signed-in user's profile.
  ///   - session: The browser's session, which the form belongs to.
  func profile(_ profile: Profile, _ session: Session) -> Response {
    let name = profile.displayName
    // The policy must name the picture's origin. A picture with an origin that it can't name isn't
    // shown.
    let imageOrigin = profile.picture.flatMap { ContentPolicy.source($0.origin) }
    var values: [String: Any] = [
      "field": FormGuard.field, "token": session.formToken.reveal(), "name": name,
      "initial": name.first.map { String($0).uppercased() } ?? "",
    ]
    values["picture"] = imageOrigin == nil ? nil : profile.picture?.text
    values["email"] = profile.email == name ? nil : profile.email
    return Self.page(self.profile.render(values), ContentPolicy(imageOrigin: imageOrigin))
  }

  /// Renders an error page.
  ///
  /// - Parameters:
  ///   - problem: The problem to show.
  ///   - session: The browser's session, if it has one. A signed-in user can sign out on this page,
  ///     because other pages may fail too.
  func problem(_ problem: Problem, _ session: Session?) -> Response {
    var values: [String: Any] = ["title": problem.title, "words": problem.words]
    values["code"] = problem.code
    if let session, session.person != nil {
      values["form"] = ["field": FormGuard.field, "token": session.formToken.reveal()]
    }
    var response = Self.page(self.problem.render(values), ContentPolicy())
    response.status = problem.status
    return response
  }

  /// The style sheet of all pages.
  var styleSheet: Response {
    Response(
      status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: Self.style)))
  }

  private static func page(_ html: String, _ policy: ContentPolicy) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy.text],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}

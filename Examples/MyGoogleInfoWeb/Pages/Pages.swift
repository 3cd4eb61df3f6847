internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Mustache
internal import NIOCore
internal import OAuthCore
internal import OAuthProviders

/// The program's pages, made with Mustache. Every value is escaped.
///
/// They work without JavaScript, follow the device's light or dark mode and text size, and can be read aloud.
struct Pages: Sendable {
  private let signIn: MustacheTemplate
  private let profile: MustacheTemplate
  private let problem: MustacheTemplate

  /// Parses the templates.
  /// - Throws: an error of Mustache's if a template is malformed, which no input can cause.
  init() throws {
    signIn = try HTMLText.template(Self.document(title: "Sign in", body: Self.signInBody))
    profile = try HTMLText.template(Self.document(title: "{{name}}", body: Self.profileBody))
    problem = try HTMLText.template(Self.document(title: "{{title}}", body: Self.problemBody))
  }

  /// The first screen.
  /// - Parameters:
  ///   - session: whose form it is.
  ///   - destination: the origin of Google's sign-in, where the form leads.
  func signIn(_ session: Session, destination: String) -> Response {
    var values: [String: Any] = ["field": FormGuard.field, "token": session.formToken.reveal()]
    values["notice"] = session.notice?.words
    return Self.page(
      signIn.render(values), ContentPolicy(formDestination: ContentPolicy.source(destination)))
  }

  /// The second screen.
  /// - Parameters:
  ///   - profile: who is signed in.
  ///   - session: whose form it is.
  func profile(_ profile: Profile, _ session: Session) -> Response {
    let name = profile.displayName
    // A picture whose address the policy can't hold isn't shown.
    let imageOrigin = profile.picture.flatMap { ContentPolicy.source($0.origin) }
    var values: [String: Any] = [
      "field": FormGuard.field, "token": session.formToken.reveal(), "name": name,
      "initial": name.first.map { String($0).uppercased() } ?? "",
    ]
    values["picture"] = imageOrigin == nil ? nil : profile.picture?.text
    values["email"] = profile.email == name ? nil : profile.email
    return Self.page(self.profile.render(values), ContentPolicy(imageOrigin: imageOrigin))
  }

  /// What went wrong, in words.
  /// - Parameters:
  ///   - problem: what to say.
  ///   - session: the browser's, if it has one: who is signed in can sign out here too, for there may be no other page.
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

  /// The one style sheet.
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

import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import OAuthCore
import OAuthProviders
import Synchronization
import Testing

@testable import my_google_info_web

@Suite("The pages of my-google-info-web")
struct PagesTests {
  static let hostile = "\"><script>alert(1)</script><b x='&amp;{{token}}{{{token}}}"
  let session = Session(id: Secret("the-id-of-the-session"), formToken: Secret("the-form-token"))

  /// The HTML of a page, as a browser receives it.
  func html(_ response: Response) async throws -> String {
    let collected = Collected()
    try await response.body.write(collected)
    return collected.text
  }

  @Test func `every value of Google is escaped`() async throws {
    let profile = Profile(id: "1", name: Self.hostile, email: Self.hostile)
    let html = try await html(Pages().profile(profile, session))
    #expect(!html.contains("<script"))
    #expect(!html.contains("<b x="))
    // The token is in the form only, not where the name contains the template variable.
    #expect(html.split(separator: "the-form-token", omittingEmptySubsequences: false).count == 2)
    #expect(html.contains("{{token}}"))
  }

  // In Swift "<" forms one character with each of these scalars; a browser sees a tag all the same.
  @Test(arguments: ["\u{600}<b", "<\u{301}b", "\"\u{200D}b", "\u{D4E}>b", "\u{110BD}'b", "<\u{20DD}b"])
  func `a character that begins a tag or ends an attribute is always escaped`(_ value: String) async throws {
    func markup(_ name: String) async throws -> [UInt8] {
      let html = try await html(Pages().profile(Profile(id: "1", name: name, email: name + "."), session))
      return html.utf8.filter { "<>\"'".utf8.contains($0) }
    }
    #expect(try await markup(value) == markup("b"))
  }

  @Test func `the session's id is in no page`() async throws {
    let pages = try Pages()
    for response in [
      pages.signIn(session, destination: "https://accounts.google.com"), pages.profile(Profile(id: "1"), session),
    ] {
      #expect(try await !html(response).contains("the-id-of-the-session"))
    }
  }

  @Test func `pictures load only from the picture's origin`() async throws {
    let picture = try Endpoint("https://lh3.googleusercontent.com/a/b=s100")
    let response = try Pages().profile(Profile(id: "1", picture: picture), session)
    #expect(
      response.headers[.contentSecurityPolicy]?.contains("img-src 'self' https://lh3.googleusercontent.com;") == true)
    #expect(try await html(response).contains(#"src="https://lh3.googleusercontent.com/a/b=s100""#))
    let without = try Pages().profile(Profile(id: "1", name: "Ada"), session)
    #expect(without.headers[.contentSecurityPolicy]?.contains("img-src 'self';") == true)
    #expect(try await html(without).contains(">A</div>"))
  }

  @Test(arguments: [
    "https://a.example;script-src", "https://a.example'", "https://a.example, x", "https://*", "https://a b",
  ])
  func `an origin that would end the directive is rejected`(origin: String) {
    #expect(ContentPolicy.source(origin) == nil)
  }

  @Test func `a problem of Google or the server shows no internal details`() async throws {
    let problem = Problem(ProviderError.clientSecretMissing(provider: "Google"))
    #expect(problem.status == .badGateway)
    #expect(problem.code == "client_secret_missing")
    #expect(try await !html(Pages().problem(problem, nil)).contains("client secret is missing"))
    struct Internal: Error { let secret = "hidden" }
    #expect(try await !html(Pages().problem(Problem(Internal()), nil)).contains("hidden"))
  }

  @Test func `a problem sends users to the start page, because repeating the callback can't succeed`() {
    struct Unknown: Error {}
    for error in [ProviderError.profileMalformed(provider: "Google"), Unknown()] as [any Error] {
      let words = Problem(error).words
      #expect(words.contains("start page"))
      #expect(!words.contains("Nothing is lost") && !words.contains("Try again"))
    }
  }

  /// A writer that receives a body as a connection does.
  private final class Collected: ResponseBodyWriter, Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock(\.self), as: UTF8.self) }

    func write(_ buffer: ByteBuffer) { bytes.withLock { $0 += Array(buffer.readableBytesView) } }
    func finish(_ trailers: HTTPFields?) {}
  }
}

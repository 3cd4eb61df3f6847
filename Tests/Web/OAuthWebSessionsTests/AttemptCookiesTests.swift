import Evidence
import Foundation
import HTTPTypes
import OAuthCore
@testable import OAuthWebSessions
import Testing

@Suite("The cookies of sign-ins under way", .covers("RFC 6749 §10.12, web")) struct AttemptCookiesTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  let attempts: AttemptCookies

  init() throws {
    attempts = AttemptCookies(
      names: CookieNames(try Endpoint("https://app.example.com")), lifetime: .seconds(600))
  }

  /// The cookies of a browser after `Set-Cookie` fields.
  private func browser(_ cookies: [String: String], after fields: [String]) -> [String: String] {
    var cookies = cookies
    for field in fields {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = field.contains("Max-Age=0") ? nil : String(pair[1])
    }
    return cookies
  }

  private func fields(_ cookies: [String: String]) -> HTTPFields {
    [.cookie: cookies.map { "\($0)=\($1)" }.joined(separator: "; ")]
  }

  private func adding(_ state: String, to cookies: [String: String], after seconds: Double = 0) -> [String] {
    attempts.adding(
      state, sealed: Secret("sealed-\(state)"), returnPath: ReturnPath("/notes?x=1") ?? .root, isPosted: false,
      to: fields(cookies), now: Self.now + seconds)
  }

  @Test func `are found by their state, with the path to return to`() throws {
    let cookies = browser(browser([:], after: adding("a", to: [:])), after: adding("b", to: [:]))
    let found = try #require(attempts.attempt("a", in: fields(cookies)))
    #expect(found.sealedAttempt == Secret("sealed-a"))
    #expect(found.returnPath == ReturnPath("/notes?x=1"))
    #expect(attempts.attempt("c", in: fields(cookies)) == nil)
    #expect(attempts.attempt("", in: fields(cookies)) == nil)
  }

  // The purpose of a step-up follows the attempt.
  @Test func `have a sealed text with a point in it`() {
    let path = ReturnPath("/a.b/c") ?? .root
    let fields = attempts.adding("a", sealed: Secret("s.p"), returnPath: path, isPosted: false, to: [:], now: Self.now)
    let found = attempts.attempt("a", in: self.fields(browser([:], after: fields)))
    #expect(found?.sealedAttempt == Secret("s.p") && found?.returnPath == path)
  }

  @Test func `have the name of a long path, whose cookie a posted callback lacks`() throws {
    let path = try #require(ReturnPath("/" + String(repeating: "a", count: 1_999)))
    let cookies = browser(
      [:], after: attempts.adding("a", sealed: Secret("s"), returnPath: path, isPosted: true, to: [:], now: Self.now))
    #expect(bytes(cookies) < 100)
    let posted = try #require(attempts.attempt("a", in: fields(cookies)))
    #expect(posted.returnPath == .root && posted.longPathName == ReturnCookie.reference(path))
    let returnCookie = ReturnCookie(
      names: CookieNames(try Endpoint("https://app.example.com")), lifetime: .seconds(600))
    let complete = browser(cookies, after: [try #require(returnCookie.setting(path))])
    #expect(attempts.attempt("a", in: fields(complete))?.returnPath == path)
    // Another tab's path.
    let other = try #require(ReturnPath("/" + String(repeating: "b", count: 1_999)).flatMap(returnCookie.setting))
    #expect(attempts.attempt("a", in: fields(browser(complete, after: [other])))?.returnPath == .root)
  }

  @Test func `are at most six, and the oldest goes first`() {
    var cookies: [String: String] = ["__Host-session": "x"]
    for number in 0..<8 {
      cookies = browser(cookies, after: adding("\(number)", to: cookies, after: Double(number)))
      #expect(cookies.count <= 1 + AttemptCookies.maximumCount)
    }
    let isFound = (0..<8).map { attempts.attempt("\($0)", in: fields(cookies)) != nil }
    #expect(isFound == [false, false, true, true, true, true, true, true])
    #expect(cookies["__Host-session"] == "x")
  }

  // They don't see each other's cookies.
  @Test(arguments: [0, 2_600]) func `of sign-ins that begin at once are at most six, and short`(session: Int) {
    let present = ["__Host-session": String(repeating: "s", count: session)]
    let path = ReturnPath("/" + String(repeating: "a", count: 500)) ?? .root
    let all = (0..<50).map { number in
      attempts.adding(
        "\(number)", sealed: Secret(String(repeating: "s", count: 600)), returnPath: path, isPosted: false,
        to: fields(present), now: Self.now)
    }
    let cookies = all.reduce(present) { browser($0, after: $1) }
    #expect(cookies.count <= 7 && bytes(cookies) <= AttemptCookies.maximumBytes)
    #expect((0..<50).contains { attempts.attempt("\($0)", in: fields(cookies)) != nil })
    // A later sign-in has room too.
    let later = browser(cookies, after: adding("later", to: cookies, after: 1))
    #expect(attempts.attempt("later", in: fields(later)) != nil && bytes(later) <= AttemptCookies.maximumBytes)
  }

  @Test func `leave room for the application's own cookies`() {
    var cookies = ["other": String(repeating: "o", count: 5_800)]
    for number in 0..<8 { cookies = browser(cookies, after: adding("\(number)", to: cookies, after: Double(number))) }
    #expect(bytes(cookies) <= AttemptCookies.maximumBytes)
    #expect(attempts.attempt("7", in: fields(cookies)) != nil)
    // Even a request that is full already begins a sign-in.
    let full = ["other": String(repeating: "o", count: 7_000)]
    #expect(attempts.attempt("a", in: fields(browser(full, after: adding("a", to: full)))) != nil)
  }

  private func bytes(_ cookies: [String: String]) -> Int {
    cookies.reduce(0) { $0 + BrowserCookie.bytes($1.key, $1.value) }
  }

  @Test func `fit into what browsers keep of a cookie, and end by themselves`() throws {
    let path = try #require(ReturnPath("/" + String(repeating: "a", count: ReturnPath.maximumBytes - 1)))
    let fields = attempts.adding(
      "a", sealed: Secret(String(repeating: "s", count: 600)), returnPath: path, isPosted: false, to: [:], now: Self.now
    )
    #expect(fields.allSatisfy { $0.utf8.count <= BrowserCookie.maximumBytes })
    #expect(fields.last?.contains("Max-Age=600") == true)
  }

  @Test(arguments: ["/a.b,c;d?e=f,g;h", #"/x?a=\b|^{}`"#, "/open/https%3A%2F%2Fother.example/", "/a<b", "/a>b"])
  func `keep each path as it is, in characters that a cookie can have`(text: String) throws {
    let path = ReturnPath(text) ?? .root
    let cookie = try #require(
      attempts.adding("a", sealed: Secret("s"), returnPath: path, isPosted: false, to: [:], now: Self.now).last)
    let pair = cookie.prefix { $0 != ";" }
    // RFC 6265 §4.1.1.
    #expect(pair.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#",;"\"#.utf8.contains($0) })
    #expect(attempts.attempt("a", in: [.cookie: String(pair)])?.returnPath == path)
  }

  // A page of another site posts Apple's callback.
  @Test func `are sent with other sites' forms only if the callback is posted`() {
    #expect(adding("a", to: [:]).last?.contains("SameSite=Lax") == true)
    let posted = attempts.adding(
      "a", sealed: Secret("s"), returnPath: .root, isPosted: true, to: [:], now: Self.now)
    #expect(posted.last?.contains("SameSite=None; Secure") == true)
  }

  @Test(arguments: ["sealed./evil", "x", "..", "sealed.", "sealed.//evil.example", "sealed./#evil.example"])
  func `return to no other site, whatever is in the cookie`(value: String) throws {
    let cookie = try #require(adding("a", to: [:]).last)
    let ownParts = cookie.split(separator: ".").prefix(2).joined(separator: ".")
    let found = attempts.attempt("a", in: [.cookie: "\(ownParts).\(value)"])
    #expect(found == nil || found?.returnPath == .root || found?.returnPath == ReturnPath("/evil"))
  }
}

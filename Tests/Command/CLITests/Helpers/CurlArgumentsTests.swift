import Foundation
import OAuthCore
import Subprocess
import Testing

@testable import PixyHelpers

/// The URLs that curl is going to request. In doubt, an argument counts as a URL.
@Suite struct CurlArgumentsTests {
  private static let origins: Set<String> = ["https://api.example", "http://127.0.0.1:8080"]

  @Test(arguments: [
    ["https://api.example/me"], ["-sS", "https://api.example/me", "-o", "file"],
    ["-d", "a=b", "-Hx: y", "-XPOST", "https://API.example:443/x"], ["--url", "https://api.example/"],
    ["--data", "@-", "--", "https://api.example/"], ["-sSo", "file", "https://api.example/#part"],
    ["--location", "http://127.0.0.1:8080/"], ["-L", "https://api.example/1", "https://api.example/2"],
  ])
  func `URLs of the account's origins are accepted`(_ arguments: [String]) {
    let read = CurlArguments(arguments)
    #expect(read.foreignAddress(Self.origins) == nil && read.escape == nil && !read.addresses.isEmpty)
  }

  @Test(arguments: [
    ["https://evil.example/"], ["https://api.example/", "https://evil.example/"], ["api.example/me"],
    ["http://api.example/"], ["https://api.example@evil.example/"], ["https://api.example:8443/"],
    ["https://{api.example,evil.example}/"], ["https://api.example\\@evil.example/"],
    ["--url", "https://evil.example/"], ["--", "-https://evil.example/"], ["--unknown", "https://evil.example/"],
    ["-s", "https://evil.example/"], ["--compressed", "https://evil.example/"], ["-"],
    ["https://api.example.evil.example"],
    ["-do", "https://evil.example/"], ["--url=https://evil.example/", "evil.example"],
  ])
  func `All other URLs are foreign`(_ arguments: [String]) {
    // The value of `-d` is `o`, so the next argument is a URL.
    #expect(CurlArguments(arguments).foreignAddress(Self.origins) != nil)
  }

  @Test(arguments: [
    ["-K", "file"], ["-sK-"], ["--config", "file"], ["--conf", "file"], ["--location-trusted"], ["--location-t"],
    ["-k"], ["-sk"], ["--insecure"], ["--ins"], ["--cacert", "f"], ["--capath", "f"],
    ["--connect-to", "::127.0.0.1:1"],
    ["--resolve", "a:1:b"], ["-x", "http://a"], ["-sxhttp://a"], ["--proxy", "http://a"], ["--preproxy", "http://a"],
    ["--socks5-hostname", "a"], ["--unix-socket", "s"], ["--abstract-unix-socket", "s"], ["--un", "s"],
    ["--doh-url", "https://a"], ["--noproxy", ""], ["--proxy1.0", "a"],
  ])
  func `Options that add URLs, redirect the token or skip server checks are found`(_ options: [String]) {
    #expect(CurlArguments(options + ["https://api.example/"]).escape != nil)
  }

  // An option that is listed with a value and has none would hide a URL.
  @Test func `Every option that is listed with a value has one in the real curl`() async throws {
    let help = try await Tools.run("curl", ["--help", "all"]).output
    for option in CurlArguments.valued {
      let lines = help.split(separator: "\n").filter { $0.contains("--\(option) ") }
      // Older versions of curl don't have all options.
      #expect(lines.allSatisfy { $0.contains("--\(option) <") || $0.contains("--\(option) [") }, "\(option)")
    }
    for letter in CurlArguments.valuedLetters {
      let line = try #require(help.split(separator: "\n").first { $0.contains(" -\(letter), ") }, "-\(letter)")
      #expect(line.contains("<") || line.contains("["), "-\(letter)")
    }
  }

  @Test func `A token is escaped so that curl reads it unchanged`() throws {
    #expect(CurlConfig(bearer: Secret(#"a"b\c"#))?.text.reveal() == #"header = "Authorization: Bearer a\"b\\c""#)
    #expect(CurlConfig(bearer: Secret("a\nurl = b")) == nil)
    #expect(CurlConfig(bearer: Secret(String(repeating: "a", count: 16_001))) == nil)
  }
}

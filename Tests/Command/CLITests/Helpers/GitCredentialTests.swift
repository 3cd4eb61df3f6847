import Foundation
import OAuthCore
import PixyConnection
import Testing

@testable import PixyHelpers

/// git's requests to credential helpers, and their answers (git-credential(1)).
@Suite struct GitCredentialTests {
  private func request(_ text: String) throws -> GitCredentialRequest {
    try GitCredentialRequest(bytes: Array(text.utf8))
  }

  private func answer(
    _ text: String, expiresAt: Date? = Date(timeIntervalSince1970: 1_900_000_000.7), account: String = "ada"
  ) throws -> String {
    let request = try request(text)
    let name = TokenUserName(for: try #require(request.origin), account: account)
    return try #require(
      GitCredentialAnswer(to: request, userName: name, token: Secret("t0ken"), expiresAt: expiresAt).text)
  }

  @Test func `Attributes are read up to the empty line, and unknown ones ignored`() throws {
    let read = try request(
      """
      capability[]=authtype
      capability[]=state
      protocol=https
      host=git.example:8443
      path=a=b.git
      username=ada
      wwwauth[]=Basic realm="x"
      wwwauth[]=bearer
      whatever[]=1

      password=not read
      """)
    #expect(read.origin == "https://git.example:8443" && read.userName == "ada" && read.password == nil)
    #expect(read.takesAuthenticationSchemes && read.isBearerWanted == true)
  }

  @Test func `The last of repeated names counts, and an empty value clears a list`() throws {
    let read = try request("protocol=http\nprotocol=https\nhost=a.example\ncapability[]=authtype\ncapability[]=\n")
    #expect(read.origin == "https://a.example" && !read.takesAuthenticationSchemes)
  }

  @Test(arguments: ["host", "=https", "protocol=https\nhost=a\u{0}b\n", "protocol=https\nnonsense\n"])
  func `A line without an attribute is rejected`(_ text: String) {
    #expect(throws: HelperInputError.self) { try request(text) }
  }

  @Test func `Input longer than git's is rejected`() {
    #expect(throws: HelperInputError.tooLong(limit: GitCredentialRequest.maximumBytes)) {
      try GitCredentialRequest(bytes: Array(repeating: UInt8(ascii: "a"), count: 262_145))
    }
  }

  @Test(arguments: [
    "protocol=http\nhost=git.example\n", "protocol=ssh\nhost=git.example\n", "protocol=https\nhost=\n",
    "host=a.example\n",
    "protocol=https\n", "protocol=cert\nhost=\n", "protocol=https\nhost=a.example/b\n",
    "protocol=https\nhost=a@b.example\n",
    "protocol=https\nhost=a.example?b\n", "protocol=https\nhost=a.example#b\n",
  ])
  func `No token goes to a host without https`(_ text: String) throws {
    #expect(try request(text).origin == nil)
  }

  @Test func `A git with authtype gets a bearer token if the server requests one`() throws {
    let asked = "capability[]=authtype\nprotocol=https\nhost=git.example\n"
    #expect(
      try answer(asked + "wwwauth[]=Bearer realm=\"git\"\n") == """
        capability[]=authtype
        authtype=Bearer
        credential=t0ken
        ephemeral=1
        password_expiry_utc=1900000000
        """)
    #expect(try answer(asked).contains("authtype=Bearer"))
    #expect(
      try answer(asked + "wwwauth[]=Basic realm=\"Bearer\"\n") == """
        username=ada
        password=t0ken
        password_expiry_utc=1900000000
        """)
  }

  @Test func `A git without authtype gets a user name and a password`() throws {
    let text = try answer("protocol=https\nhost=git.example\nwwwauth[]=Bearer\n", expiresAt: nil)
    #expect(text == "username=ada\npassword=t0ken")
  }

  @Test func `A user name that git knows isn't changed`() throws {
    let text = try answer("protocol=https\nhost=github.com\nusername=grace\n", expiresAt: nil)
    #expect(text == "password=t0ken")
  }

  @Test func `A name or token with a line ending isn't written`() throws {
    let request = try request("protocol=https\nhost=git.example\n")
    let odd = TokenUserName(for: "https://git.example", account: "ada\nquit=1")
    let name = TokenUserName(for: "https://git.example", account: "ada")
    #expect(GitCredentialAnswer(to: request, userName: odd, token: Secret("t"), expiresAt: nil).text == nil)
    #expect(GitCredentialAnswer(to: request, userName: name, token: Secret("t\nquit=1"), expiresAt: nil).text == nil)
  }

  @Test(arguments: [
    ("github.com", "x-access-token"), ("example.ghe.com", "x-access-token"), ("gitlab.com", "oauth2"),
    ("bitbucket.org", "x-token-auth"), ("notgithub.com", "ada"), ("github.com.example", "ada"), ("git.example", "ada"),
  ])
  func `Each host gets the user name that it documents for tokens`(_ host: String, _ name: String) throws {
    #expect(TokenUserName(for: "https://\(host)", account: "ada").text == name)
    #expect(TokenUserName(for: "https://\(host):8443", account: "ada").text == name)
  }

  // hickford/git-credential-oauth, issue 53: GitLab accepts tokens only with this name.
  @Test(arguments: [
    (ProviderName.gitLab, "oauth2"), (.gitHub, "x-access-token"), (.gitHubApp, "x-access-token"), (.keycloak, "ada"),
  ])
  func `A server of one's own gets the user name of its software`(_ provider: ProviderName, _ name: String) {
    let userName = TokenUserName(for: "https://git.example", account: "ada", of: provider)
    #expect(userName.text == name && userName.isCustom == (name != "ada"))
    #expect(TokenUserName(for: "https://bitbucket.org", account: "ada", of: provider).text == "x-token-auth")
  }

  @Test func `A host with a documented user name gets a password, unless it requests a bearer token`() throws {
    let asked = "capability[]=authtype\nprotocol=https\nhost=github.com\n"
    #expect(try answer(asked).hasPrefix("username=x-access-token\npassword=t0ken"))
    #expect(try answer(asked + "wwwauth[]=Bearer\n").contains("credential=t0ken"))
  }
}

import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

/// `pixy login` and `pixy mcp` with an account at a company's identity provider (MCP Enterprise-Managed
/// Authorization).
@Suite(.timeLimit(.minutes(60))) struct EnterpriseManagedTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
  private static let list = #"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"# + "\n"

  @Test func `The account at the identity provider signs in at the resource without a browser`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      let login = try await company.home.pixy(["login", company.url] + company.options)
      #expect(login.status == 0 && login.errors.contains("vouched for you"), "\(login)")
      let outcome = try await company.home.pixy(["mcp", company.url, "--no-browser"], input: Self.initialize)
      #expect(outcome.output.contains(#""result""#), "\(outcome)")
    }
  }

  @Test func `A bridge signs in by itself, and gets new tokens each time that the old ones are rejected`() async throws
  {
    try await PlayedCompany.with { company in
      try await company.signIn()
      let bridge = HostedBridge([company.url, "--no-browser"] + company.options, in: company.home)
      bridge.write(Self.initialize)
      let first = try #require(try await bridge.message(), "\(bridge.errors)")
      #expect(first["result"] != nil, "\(first) \(bridge.errors)")
      for _ in 0..<3 {
        company.server.refuseSeenTokens()
        bridge.write(Self.list)
        let answer = try #require(try await bridge.message(), "\(bridge.errors)")
        #expect(answer["result"] != nil, "\(answer) \(bridge.errors)")
      }
      try await bridge.end()
      #expect(Set(company.server.seen.compactMap(\.token)).count == 4)
    }
  }

  @Test func `After a failed sign-in the bridge tries again as soon as the user has signed in`() async throws {
    try await PlayedCompany.with { company in
      let bridge = HostedBridge([company.url, "--no-browser"] + company.options, in: company.home)
      bridge.write(Self.initialize)
      let refused = try #require(try await bridge.message(), "\(bridge.errors)")
      let message = refused["error"]?.object?["message"]?.string ?? ""
      #expect(message.contains("A sign-in was tried and failed. No account here is called ada."), "\(message)")
      // The bridge signs in at the resource by itself.
      #expect(message.components(separatedBy: "Sign in: ").count == 2, "\(message)")
      #expect(message.hasSuffix("Sign in: pixy login ISSUER --client-id ID"), "\(message)")
      try await company.signIn()
      bridge.write(Self.initialize)
      let answer = try #require(try await bridge.message(), "\(bridge.errors)")
      #expect(answer["result"] != nil, "\(answer) \(bridge.errors)")
      try await bridge.end()
    }
  }

  @Test func `Accounts that two accounts vouched for don't replace each other, and a bridge uses the right one`()
    async throws
  {
    try await PlayedCompany.with { company in
      for name in ["ada", "eva"] { try await company.signIn(as: name) }
      let first = try await company.home.pixy(["login", company.url] + company.options)
      #expect(first.status == 0, "\(first)")
      // Ada's account is for the URL, and the bridge is to be Eva's.
      let eva = try await company.home.pixy(
        ["mcp", company.url, "--no-browser"] + company.options(of: "eva"), input: Self.initialize)
      #expect(eva.output.contains(#""result""#), "\(eva)")
      let again = try await company.home.pixy(["login", company.url] + company.options)
      #expect(again.status == 0 && !again.errors.contains("replace"), "\(again)")
      let store = try await company.home.store()
      let accounts = try await store.accounts().filter { $0.provider.contains(" for ") }
      let place = try #require(company.url.split(separator: "//").last)
      #expect(accounts.map(\.name) == ["\(place)", "\(place)+eva"])
      for (name, account) in zip(["ada", "eva"], accounts) {
        let outcome = try await company.home.pixy(
          ["mcp", company.url, "--no-browser"] + company.options(of: name), input: Self.initialize)
        #expect(outcome.output.contains(#""result""#), "\(outcome)")
        let token = try await store.tokens(for: account)?.accessToken.reveal()
        #expect(company.server.seen.last?.token == token, "\(name)")
      }
      let unclear = try await company.home.pixy(["mcp", company.url, "--no-browser"], input: Self.initialize)
      #expect(unclear.output.contains("Several accounts match"), "\(unclear)")
    }
  }

  @Test func `A name that another account vouched for is replaced only with words`() async throws {
    try await PlayedCompany.with { company in
      for name in ["ada", "eva"] {
        try await company.signIn(as: name)
        let login = try await company.home.pixy(
          ["login", company.url, "--name", "work"] + company.options(of: name))
        #expect(login.status == 0, "\(login)")
        #expect(login.errors.contains("replace those of the account work@") == (name == "eva"), "\(login)")
      }
    }
  }

  @Test func `An expired ID token is refreshed first`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      try await company.changeIDToken { claims in claims.merging(["exp": 1_700_000_000]) { $1 } }
      _ = company.provider.paths
      let login = try await company.home.pixy(["login", company.url] + company.options)
      #expect(login.status == 0, "\(login)")
      #expect(company.provider.paths.filter { $0 == "/token" }.count == 2)
    }
  }

  @Test func `Without an ID token the refresh token takes its place`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      try await company.changeIDToken { _ in nil }
      _ = company.provider.paths
      let login = try await company.home.pixy(["login", company.url] + company.options)
      #expect(login.status == 0 && login.errors.contains("vouched for you"), "\(login)")
      #expect(company.provider.paths.filter { $0 == "/token" }.count == 1)
    }
  }

  // The provider says nothing of a user whose client may not know who the user is.
  @Test func `Where the refresh token is refused too, the advice is to ask for openid`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn(scope: "offline_access")
      let login = try await company.home.pixy(["login", company.url] + company.options)
      #expect(login.status == 4 && login.errors.contains("There is no ID token"), "\(login)")
      #expect(login.errors.contains("pixy login \(company.issuer) --client-id wiki"), "\(login)")
    }
  }

  @Test func `When the identity provider no longer vouches, the user signs in there`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      #expect(try await company.home.pixy(["login", company.url] + company.options).status == 0)
      try await company.home.age()
      let refusal = HTTPAnswer.json(["error": "invalid_grant"], status: .badRequest)
      company.provider.answer("/token", with: refusal)
      let request = try await company.home.pixy(["request", "POST", company.url, "--data", Self.list])
      #expect(request.status == 4 && request.errors.contains("issued no identity assertion"), "\(request)")
      #expect(request.errors.contains("pixy login \(company.issuer) --client-id wiki"), "\(request)")
    }
  }

  @Test func `Authorization details are asked of the identity provider`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      let login = ["login", company.url] + company.options + ["--parameter"]
      let unsupported = try await company.home.pixy(login + [#"authorization_details=[{"type":"a"}]"#])
      #expect(
        unsupported.errors.contains("authorization_details is not for identity assertions"), "\(unsupported)")
      for details in ["a", "{}", "[1]"] {
        let malformed = try await company.home.pixy(login + ["authorization_details=\(details)"])
        #expect(malformed.status != 0 && malformed.errors.contains("no JSON array of objects"), "\(malformed)")
      }
    }
  }

  @Test func `The steps can be done one by one`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      let issuer = String(company.url.dropLast("/a/mcp".count))
      let exchange = [
        "--requested-token-type", "id-jag", "--audience", issuer, "--resource", company.url, "--scope", "profile",
      ]
      let planned = try await company.home.pixy(["token", "--dry-run"] + exchange)
      #expect(planned.status == 0 && planned.output.contains("Token request: token exchange"), "\(planned)")
      let assertion = try await company.home.pixy(["token"] + exchange)
      #expect(assertion.status == 0 && assertion.output.hasPrefix("eyJ"), "\(assertion)")
      let login = try await company.home.pixy(
        ["login", company.url, "--grant", "jwt_bearer", "--assertion-file", "-"] + company.client,
        input: assertion.output)
      #expect(login.status == 0, "\(login)")
      #expect(try await company.home.pixy(["request", "POST", company.url, "--data", Self.list]).status == 0)
      let foreign = try await company.home.pixy(
        ["token", "--requested-token-type", "id-jag", "--audience", "https://other.example"])
      #expect(foreign.status == 6 && foreign.errors.contains("invalid_target"), "\(foreign)")
    }
  }

  // The suite of MCP hands an ID token over instead of a sign-in.
  @Test func `An ID token in a file is exchanged for an assertion, which is printed and not stored`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      let token = try await company.home.pixy(["token", "--id"])
      let exchange = [
        "login", company.issuer, "--grant", "token_exchange", "--subject-token-file", "-", "--subject-token-type",
        "id_token", "--requested-token-type", "id-jag", "--audience", String(company.url.dropLast("/a/mcp".count)),
        "--resource", company.url,
      ]
      let assertion = try await company.home.pixy(
        exchange + company.providerClient + ["--no-keep", "--token"], input: token.output)
      #expect(assertion.status == 0 && assertion.output.hasPrefix("eyJ"), "\(assertion)")
      let kept = try await company.home.pixy(exchange + company.providerClient, input: token.output)
      #expect(kept.status == 1 && kept.errors.contains("--no-keep --token"), "\(kept)")
    }
  }

  @Test(arguments: [
    ["login", "https://a.example/mcp", "--grant", "id_jag"],
    ["login", "https://a.example/mcp", "--identity-provider", "x", "--grant", "jwt_bearer", "--assertion-file", "x"],
    ["login", "https://a.example/mcp", "--identity-provider", "x", "--register"],
    ["login", "https://a.example/mcp", "--identity-provider", "x", "--par", "--client-id", "y"],
    ["mcp", "https://a.example/mcp", "--client-id", "x"],
    ["mcp", "https://a.example/mcp", "--identity-provider", "x", "--client-secret-file", "-"],
    ["token", "--audience", "x"], ["token", "--requested-token-type", "id-jag"],
    ["token", "--requested-token-type", "access_token", "--id"],
    ["token", "--requested-token-type", "access_token", "--resource", "x"],
  ])
  func `Options that don't belong together exit with 64`(_ arguments: [String]) async throws {
    let outcome = try await CommandTests.pixy(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("pixy: "), "\(outcome)")
  }

  @Test func `An expired token is replaced without a browser`() async throws {
    try await PlayedCompany.with { company in
      try await company.signIn()
      #expect(try await company.home.pixy(["login", company.url] + company.options).status == 0)
      try await company.home.age()
      let status = try await company.home.pixy(["status"])
      #expect(status.output.contains("refreshed at the next use"), "\(status)")
      _ = company.provider.paths
      let outcome = try await company.home.pixy(["mcp", company.url, "--no-browser"], input: Self.initialize)
      #expect(outcome.output.contains(#""result""#), "\(outcome)")
      #expect(company.provider.paths == ["/token"])
    }
  }
}

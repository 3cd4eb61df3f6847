import Evidence
import Foundation
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

  @Test func `An expired token is replaced without a browser, with a new ID token if that has expired too`()
    async throws
  {
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

import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthUserAgent
import Testing
import TokenStorage

@MainActor struct SignInNoSecretTests {
  /// Every text that a program could write.
  @MainActor private final class Views {
    var texts: [String] = []

    func show(_ value: Any) {
      var dumped = ""
      dump(value, to: &dumped)
      texts += ["\(value)", String(reflecting: value), dumped]
      if let error = value as? any ExplainedError { texts += [error.explanation, error.remedy, error.code] }
    }

    func attempt(_ work: @MainActor () async throws -> some Any) async {
      do {
        show(try await work())
      } catch {
        show(error)
      }
    }
  }

  private static let failures: [(Fault?, String)] = [
    (.serverError, ""), (.droppedBefore, ""), (.invalidToken, ""), (.garbage, ""), (.truncated, ""),
    (.invalidGrant, "token"), (.serverError, "nowhere"), (nil, ""),
  ]

  // Peers print tokens, codes, verifiers and request URLs.
  @Test(arguments: SignInFixture.Site.allCases)
  func `No secret or personal data is in any log record, error, description or dump`(
    _ site: SignInFixture.Site
  ) async throws {
    let logs = LogCollector()
    let views = Views()
    var taps: [WireTap] = []

    func fixture(agrees: Bool = true) throws -> SignInFixture {
      try SignInFixture(site, agrees: agrees, logger: logs.logger()) { transport in
        let tap = WireTap(transport)
        taps.append(tap)
        return tap
      }
    }
    for (failure, path) in Self.failures {
      for step in 0..<4 {
        let fixture = try fixture()
        let agent = StagedUserAgent(browser: fixture.userAgent) {}
        let model = AuthenticationModel(service: fixture.service, userAgent: agent)
        for current in 0..<4 {
          if current == step {
            fixture.transport.fail(next: try failure ?? #require(taps.last).echo, at: path, times: 2)
          }
          switch current {
          case 0: await model.signIn()
          case 1: await model.restore()
          case 2:
            fixture.clock.advance(by: .seconds(3_601))
            await views.attempt { try await fixture.nextStart().restore() as Any }
            await views.attempt { try await fixture.service.session() as Any }
            await views.attempt { try await fixture.tokens() as Any }
          default: await model.signOut()
          }
          fixture.transport.heal()
          views.show(model)
          views.show(model.state)
          if case .failed(let error) = model.state { views.show(error) }
        }
        views.show(fixture.service)
        views.show(fixture.client)
      }
    }
    for call in StoreCall.allCases {
      let fixture = try fixture()
      fixture.faults.fail(next: call, with: TokenStoreError(.full, place: "/somewhere"))
      await views.attempt { try await fixture.service.signIn(with: fixture.userAgent) }
      await views.attempt { try await fixture.service.restore() as Any }
      await views.attempt { try await fixture.service.signOut() }
    }
    let refusing = try fixture(agrees: false)
    await views.attempt { try await refusing.service.signIn(with: refusing.userAgent) }

    let found = taps.reduce(into: [String: Set<String>]()) { all, tap in all.merge(tap.secrets) { $0.union($1) } }
    for name in ["code", "code_verifier", "state", "access_token"] { #expect((found[name]?.count ?? 0) >= 20) }
    #expect(views.texts.count >= 400)
    #expect(logs.records.count >= 20)
    let texts = Set(logs.records + views.texts)
    let all = texts.joined(separator: "\n")
    var secrets = found.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    secrets.formUnion(["Lovelace", "ada@", "/1815"])
    for secret in secrets where all.contains(secret) {
      for text in texts where text.contains(secret) {
        Issue.record(
          "a secret of \(secret.count) characters is in: \(text.replacing(secret, with: "HERE").prefix(600))")
      }
    }
    for record in logs.records { #expect(!record.contains("1815")) }
  }
}

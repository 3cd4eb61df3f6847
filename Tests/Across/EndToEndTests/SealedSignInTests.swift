import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OpenIDConnect
import Testing

/// A web application with two instances: each sign-in begins at one and is completed at the other.
@Suite struct SealedSignInTests {
  /// One instance of the application: its own clients and sealer, and the keys and the record that
  /// all instances share.
  private struct Instance {
    let client: OpenIDClient
    let sealer: AttemptSealer
  }

  private static let redirectURI = "http://127.0.0.1:49152/callback"

  private func instances(_ server: EmbeddedServer, _ number: Int = 2) async throws -> [Instance] {
    let key = SealingKey.generate()
    let record = InMemoryUsedTokenIDs(clock: server.clock.wallClock)
    var instances: [Instance] = []
    for _ in 0..<number {
      instances.append(
        Instance(
          client: try OpenIDClient(try await server.client(), algorithms: [.es256]),
          sealer: AttemptSealer(key, used: record)))
    }
    return instances
  }

  private func begin(_ instance: Instance) async throws -> (url: String, cookie: Secret) {
    let attempt = try await instance.client.begin(
      AuthorizationRequest(redirectURI: RedirectURI(Self.redirectURI), scope: Scope(["openid", "profile"])))
    return (attempt.url, try attempt.sealed(by: instance.sealer))
  }

  @Test func `A sign-in begins at one instance and is completed at the other`() async throws {
    let server = try EmbeddedServer()
    let instances = try await instances(server)
    let (url, cookie) = try await begin(instances[0])
    let callback = try await server.user.visit(url, through: server.transport)

    let restored = try await instances[1].client.restoreAttempt(cookie, from: instances[1].sealer)
    let signedIn = try await instances[1].client.exchange(
      try await restored.receive(AuthorizationCallback(url: callback)))
    #expect(signedIn.idToken.subject == "user-1")
    #expect(try await instances[0].client.userInfo(signedIn).standardClaims.name == "Ada Lovelace")
  }

  @Test(.covers("attack: a copied cookie"))
  func `Of both instances with a copied cookie exactly one signs the user in, and no code is sent twice`()
    async throws
  {
    let server = try EmbeddedServer()
    let instances = try await instances(server)
    for _ in 0..<10 {
      let (url, cookie) = try await begin(instances[0])
      let callback = try await server.user.visit(url, through: server.transport)
      let results = await withTaskGroup(of: Result<SignedIn, any Error>.self) { group in
        for number in 0..<8 {
          let instance = instances[number % 2]
          group.addTask {
            do {
              let restored = try await instance.client.restoreAttempt(cookie, from: instance.sealer)
              let code = try await restored.receive(AuthorizationCallback(url: callback))
              return .success(try await instance.client.exchange(code))
            } catch {
              return .failure(error)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let signedIn = results.compactMap { try? $0.get() }
      #expect(signedIn.count == 1)
      // The others ended before the server, which would have revoked the tokens of the first use.
      for case .failure(let error) in results { #expect(error as? CallbackError == .alreadyCompleted) }
      if let signedIn = signedIn.first { _ = try await instances[0].client.userInfo(signedIn) }
    }
  }

  @Test(.covers("attack: a forged callback with a real cookie"))
  func `A code of one user's sign-in isn't accepted with another user's cookie`() async throws {
    let server = try EmbeddedServer()
    let instances = try await instances(server)
    let mine = try await begin(instances[0])
    let other = try await begin(instances[0])
    let callback = try await server.user.visit(other.url, through: server.transport)
    let restored = try await instances[1].client.restoreAttempt(mine.cookie, from: instances[1].sealer)
    await #expect(throws: CallbackError.foreignState) {
      _ = try await restored.receive(AuthorizationCallback(url: callback))
    }
  }
}

import ArgumentParser
import OAuth
import OAuthCore
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyCLI
@testable import PixyConnection
@testable import PixyTerminal

/// Remedies that name options, for commands with and without these options.
@Suite struct TerminalRemedyTests {
  @Test(
    arguments: [
      (
        ["client_secret_basic", "client_secret_post"],
        "Give --client-auth client_secret_basic or client_secret_post with --client-secret-file FILE, as"
      ),
      (
        ["none", "private_key_jwt"],
        "Give --client-auth none, or --client-auth private_key_jwt with --client-key-file FILE, as"
      ), ([], "Check --client-id"),
    ])
  func `The remedy for a rejected client names the options that belong together`(
    _ methods: [String], _ beginning: String
  ) {
    let text = EndpointError.remedy(for: methods.compactMap(ClientOptions.Method.init(rawValue:)))
    #expect(text.hasPrefix(beginning), "\(text)")
  }

  @Test func `The remedy for a token of no known type names the option that accepts it`() {
    let login = UnknownWord.options(ofCommandIn: ["login"])
    for (problem, option) in [
      (.missingMember("token_type"), "--bearer-type missing"),
      (.unknownTokenType(UntrustedText("User Access Token")), "--bearer-type 'User Access Token'"),
    ] as [(EndpointError.Problem, String)] {
      let text = TerminalRemedy.text(for: EndpointError(.token, problem), options: login)
      #expect(text.contains(option), "\(text)")
    }
    for type in ["DPoP", "mac"] {
      let error = EndpointError(.token, .unknownTokenType(UntrustedText(type)))
      #expect(!TerminalRemedy.text(for: error, options: login).contains("--bearer-type"))
    }
  }

  // Each message of an incomplete command line asked for what the next one rejected.
  @Test(arguments: ClientOptions.Method.allCases)
  func `The options of each authentication method are a complete command line`(_ method: ClientOptions.Method)
    async throws
  {
    let files = (method.neededFiles ?? "").split(separator: " ").map(String.init)
    let login = ["https://a.example", "--client-id", "x", "--client-auth", method.rawValue]
    await #expect(throws: Never.self) { try await LoginCommand.asyncParse(login + files) }
    if method.needsSecret || method == .privateKeyJWT {
      let error = await #expect(throws: (any Error).self) { try await LoginCommand.asyncParse(login) }
      let message = error.map { LoginCommand.message(for: $0) } ?? ""
      #expect(message.contains("--client-auth \(method.rawValue) needs \(files.joined(separator: " "))"), "\(message)")
    }
    #expect(ClientChoiceError.nothingFor(method).remedy.contains("--client-auth \(method.rawValue)"))
  }

  @Test func `An option that a command lacks is named as one of pixy login`() {
    let error = HTTPTransportError(.tlsFailed, origin: "https://a.example")
    for (words, isLogin) in [
      (["discover", "https://a.example"], false), (["register", "read"], false), (["request", "GET"], true),
      (["token"], true), (["whoami"], true), (["logout"], true), ([], true),
    ] {
      let text = TerminalRemedy.text(for: error, options: UnknownWord.options(ofCommandIn: words))
      #expect(text.contains(isLogin ? " `pixy login --trust` FILE names" : " --trust FILE names"), "\(words): \(text)")
    }
    let missing = TerminalRemedy.text(for: AuthoritiesMissing(path: "/nowhere"), options: [])
    #expect(missing.hasSuffix("with `pixy login --trust`."))
  }

  @Test(arguments: [
    ("https://127.0.0.1:8414", true), ("https://localhost", true), ("https://[::1]:1", true),
    ("https://a.example", false), ("https://localhost.example", false),
  ])
  func `A server on this machine may have no TLS`(_ origin: String, _ isHere: Bool) {
    let text = TerminalRemedy.text(for: HTTPTransportError(.tlsFailed, origin: origin))
    #expect(text.contains(origin.replacing("https", with: "http")) == isHere, "\(text)")
  }

  @Test func `A refused option is named, so that the user can leave it out`() {
    let login = UnknownWord.options(ofCommandIn: ["login"])
    func text(_ error: any ExplainedError) -> String { TerminalRemedy.text(for: error, options: login) }
    #expect(text(AuthorizationRequestError.pushingNotSupported).contains("without --par."))
    #expect(text(AuthorizationRequestError.encryptionNotAnnounced).contains("without --encrypted-request"))
    #expect(text(EndpointError(.token, .notBound)).contains("without --dpop"))
    // Keycloak 26: Policy 'Trusted Hosts' rejected request to client-registration service.
    let untrusted = EndpointError(
      .registration, .refused(ErrorResponse(ErrorCode("insufficient_scope")), status: 403))
    #expect(text(untrusted).contains("--initial-access-token-file FILE") && text(untrusted).contains("--client-id ID"))
    let elsewhere = EndpointError(
      .registration, .refused(ErrorResponse(ErrorCode("invalid_redirect_uri")), status: 400))
    #expect(text(elsewhere).contains("--redirect-uri that the server allows"))
  }

  @Test func `A key that doesn't open the store can be given up`() {
    let replaced = TerminalRemedy.text(for: TokenStoreError(.wrongKey, place: "/tokens/store"))
    #expect(replaced.contains("`pixy logout`") && replaced.contains("remove the token store's folder"))
    let other = TokenStoreError(.wrongKey, place: "/tokens/store", cause: "it was created with a passphrase")
    #expect(TerminalRemedy.text(for: other) == other.remedy)
  }
}

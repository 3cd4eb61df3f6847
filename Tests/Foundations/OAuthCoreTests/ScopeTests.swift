import OAuthCore
import Testing

@Suite struct ScopeTests {
  @Test func `A scope is compared as a set and shown in order`() throws {
    let scope = try Scope(parameter: "profile email profile")
    #expect(scope.parameter == "profile email")
    #expect(scope == (try Scope(["email", "profile"])))
    #expect(scope.hashValue == (try Scope(["email", "profile"]).hashValue))
    #expect((try Scope(["email"])).isSubset(of: scope))
    #expect(!scope.isSubset(of: try Scope(["email"])))
    #expect(Scope.none.isEmpty)
  }

  // GitHub separates the granted scope with commas.
  @Test(arguments: [
    ("repo,gist", ["repo", "gist"]), ("repo gist", ["repo", "gist"]), ("a,b c", ["a,b", "c"]), ("", []),
  ])
  func `The scope of a token response may be separated by commas`(_ text: String, _ tokens: [String]) throws {
    #expect(try Scope(answer: text).tokens == tokens)
  }

  @Test func `Only the characters of RFC 6749 are accepted in a scope token`() {
    for byte in UInt8.min...127 {
      let isAllowed = byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
      #expect(((try? Scope(["a\(Character(Unicode.Scalar(byte)))"])) != nil) == isAllowed)
    }
    #expect(throws: ScopeError.forbiddenCharacter) { try Scope(["\u{E9}"]) }
    #expect(throws: ScopeError.emptyToken) { try Scope([""]) }
  }

  @Test func `Repeated tokens are dropped and the order is preserved, for few tokens and for many`() throws {
    for count in 0...40 {
      for repetition in 1...3 {
        let tokens = (0..<count * repetition).map { "token-\($0 * 7 % max(count, 1))" }
        var kept: [String] = []
        for token in tokens where !kept.contains(token) { kept.append(token) }
        #expect(try Scope(tokens).tokens == kept)
        #expect(try Scope(parameter: tokens.joined(separator: " ")).tokens == kept)
        #expect(try Scope(kept.dropLast()).isSubset(of: Scope(tokens)))
        #expect(try Scope(tokens).isSubset(of: Scope(kept.dropLast())) == kept.isEmpty)
      }
    }
  }

  @Test func `A literal is a scope with its tokens`() throws {
    let scope: Scope = "openid  profile email"
    #expect(scope.tokens == ["openid", "profile", "email"])
    #expect("" as Scope == .none)
    let drive = "https://www.googleapis.com/auth/drive.file"
    #expect(try Scope([drive]) == "https://www.googleapis.com/auth/drive.file")
  }

  @Test func `A literal that is no scope ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let scope: Scope = "openid \"profile\""
      print(scope)
    }
  }
}

import PixyAccounts
import Testing

@testable import pixy_front

struct TokenArgumentsTests {
  private static func read(_ words: [String], _ environment: [String: String] = [:]) -> TokenArguments? {
    TokenArguments(["/usr/bin/pixy", "token"] + words, environment: environment)
  }

  @Test func `Options are parsed in both notations`() throws {
    let plain = try #require(Self.read([]))
    #expect(plain.account == nil && plain.set == .usual && plain.minimumValidity == .zero && !plain.asHeader)
    let separate = try #require(
      Self.read(["--account", "ada", "--header", "--min-valid", "5m", "--profile", "work"]))
    #expect(separate.account == "ada" && separate.asHeader && separate.minimumValidity == .seconds(300))
    #expect(separate.set == AccountSet("work"))
    #expect(Self.read(["--account=ada", "--header", "--min-valid=300", "--profile=work"]) == separate)
    // The second equals sign belongs to the value.
    #expect(Self.read(["--account=a=b"])?.account == "a=b")
  }

  @Test func `Arguments take precedence over the environment, and an empty variable counts as unset`() {
    let environment = ["PIXY_ACCOUNT": "bob", "PIXY_PROFILE": "home"]
    #expect(Self.read([], environment)?.account == "bob" && Self.read([], environment)?.set == AccountSet("home"))
    #expect(Self.read(["--account", "ada", "--profile", "work"], environment)?.account == "ada")
    #expect(Self.read(["--profile", "work"], environment)?.set == AccountSet("work"))
    #expect(Self.read([], ["PIXY_ACCOUNT": "", "PIXY_PROFILE": ""]) == Self.read([]))
  }

  @Test(arguments: [
    ["--json"], ["--verbose"], ["--help"], ["--trace"], ["--dry-run"], ["-h"], ["ada"], ["--"], ["--account"],
    ["--account="],
    ["--account", "-x"], ["--account", "a", "--account", "b"], ["--min-valid", "soon"], ["--min-valid", "9999999"],
    ["--profile", "a/b"], ["--profile", ""], ["--accoun", "a"], ["--header=yes"], ["--min-valid", "5m", "more"],
  ])
  func `All other arguments, mistakes included, are left to the whole command`(_ words: [String]) {
    #expect(Self.read(words) == nil)
  }

  @Test func `Other commands, other names and invalid profiles are left to the whole command`() {
    for arguments in [
      [], ["pixy"], ["pixy", "status"], ["pixy", "--help", "token"], ["git-credential-pixy", "token"], ["", "token"],
    ] {
      #expect(TokenArguments(arguments, environment: [:]) == nil, "\(arguments)")
    }
    #expect(Self.read([], ["PIXY_PROFILE": "a b"]) == nil)
  }
}

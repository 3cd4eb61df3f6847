import PixyAccounts
import Testing

@testable import pixy_front

struct TokenArgumentsTests {
  private static func read(_ words: [String], _ environment: [String: String] = [:]) -> TokenArguments? {
    TokenArguments(["/usr/bin/pixy", "token"] + words, environment: environment)
  }

  @Test func `Which account, for how long and as what is read in both ways of writing it`() throws {
    let plain = try #require(Self.read([]))
    #expect(plain.account == nil && plain.set == .usual && plain.minimumValidity == .zero && !plain.asHeader)
    let separate = try #require(
      Self.read(["--account", "ada", "--header", "--min-valid", "5m", "--profile", "work"]))
    #expect(separate.account == "ada" && separate.asHeader && separate.minimumValidity == .seconds(300))
    #expect(separate.set == AccountSet("work"))
    #expect(Self.read(["--account=ada", "--header", "--min-valid=300", "--profile=work"]) == separate)
    // The second sign of equality belongs to the value.
    #expect(Self.read(["--account=a=b"])?.account == "a=b")
  }

  @Test func `What is typed goes before the environment, and an empty variable is none`() {
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
  func `Whatever else is asked for, mistakes too, is the whole command's`(_ words: [String]) {
    #expect(Self.read(words) == nil)
  }

  @Test func `Another command, another name and a profile that can't be are the whole command's`() {
    for arguments in [
      [], ["pixy"], ["pixy", "status"], ["pixy", "--help", "token"], ["git-credential-pixy", "token"], ["", "token"],
    ] {
      #expect(TokenArguments(arguments, environment: [:]) == nil, "\(arguments)")
    }
    #expect(Self.read([], ["PIXY_PROFILE": "a b"]) == nil)
  }
}

import Foundation
import Subprocess
import Testing

@testable import PixyTerminal

/// The conditions for colours.
@Suite(.timeLimit(.minutes(60))) struct TextStyleTests {
  @Test(arguments: [
    ([:], true, true), ([:], false, false), (["TERM": "dumb"], true, false), (["NO_COLOR": "1"], true, false),
    (["NO_COLOR": ""], true, true), (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
    (["CLICOLOR_FORCE": ""], false, false), (["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, true),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "0"], true, false),
  ])
  func `The environment decides about colours, then the kind of stream`(
    _ environment: [String: String], _ isTerminal: Bool, _ hasColours: Bool
  ) {
    #expect(TextStyle(environment, isTerminal: isTerminal).hasColours == hasColours)
  }

  @Test func `A colour ends with its word, and only alarms begin a line with one`() {
    let style = TextStyle([:], isTerminal: true)
    #expect(style.mark("good", .good) == "\u{1B}[32mgood\u{1B}[0m")
    #expect(style.said("pixy: It failed.") == "\u{1B}[1;31mpixy:\u{1B}[0m It failed.")
    #expect(style.said("warning: slow") == "\u{1B}[33mwarning:\u{1B}[0m slow")
    #expect(style.said("Signed in.") == "Signed in.")
    #expect(TextStyle.plain.said("pixy: It failed.") == "pixy: It failed.")
    #expect(TextStyle.plain.mark("good", .good) == "good")
  }

  @Test func `On a terminal an error stands out, unless NO_COLOR or TERM says otherwise`() async throws {
    for (environment, begins) in [
      ([:], "\u{1B}[1;31mpixy:\u{1B}[0m No account"), (["NO_COLOR": "1"], "pixy: No account"),
      (["TERM": "dumb"], "pixy: No account"),
    ] as [([Environment.Key: String?], String)] {
      let outcome = try await PseudoTerminal.running(["token"], environment: environment) { terminal in
        try await terminal.wait(for: "No account is signed in.")
      }
      #expect(outcome.status == 4 && outcome.shown.hasPrefix(begins), "\(outcome.shown)")
    }
  }

  @Test func `Machine-readable output has no colours, even if they are forced`() async throws {
    let forced = ["CLICOLOR_FORCE": "1"]
    let escape = "\u{1B}"
    try await SignedInHome.with { signedIn in
      let plain = try await signedIn.pixy(["status"])
      #expect(!plain.output.contains(escape) && plain.output.contains("valid for"))
      let status = try await signedIn.pixy(["status"], forced)
      #expect(status.output.contains("\u{1B}[32mvalid\u{1B}[0m for"))
      let doctor = try await signedIn.pixy(["doctor"], forced)
      #expect(doctor.output.contains("\u{1B}[32mok     \u{1B}[0m  account:"))
      for command in [
        ["token"], ["token", "--header"], ["token", "--json"], ["status", "--json"], ["doctor", "--json"],
      ] {
        let outcome = try await signedIn.pixy(command, forced)
        #expect(outcome.status == 0 && !outcome.output.contains(escape), "\(command)")
      }
      let failed = try await signedIn.pixy(["token", "--account", "nobody"], forced)
      #expect(failed.errors.hasPrefix("\u{1B}[1;31mpixy:\u{1B}[0m No account"))
      #expect(try await signedIn.pixy(["token", "--account", "nobody"]).errors.hasPrefix("pixy: No account"))
    }
  }
}

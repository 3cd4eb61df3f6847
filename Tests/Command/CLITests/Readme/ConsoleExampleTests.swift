import Testing

/// The rules for examples and for their expected output.
@Suite struct ConsoleExampleTests {
  @Test func `Only console blocks are examples, and a backslash continues a line`() {
    let text = """
      ```sh
      $ not run
      ```
      ```console
      $ first --option \\
          more
      said
      $ second
      ```
      $ outside
      """
    let examples = ConsoleExample.all(in: text, document: "D")
    #expect(examples.map(\.command) == ["first --option \\\n    more", "second"])
    #expect(examples.map(\.expected) == [["said"], []])
    #expect(examples.map(\.line) == [5, 8])
  }

  @Test(arguments: [
    (["a"], "a\n", true), (["a"], "b\n", false), (["a"], "a\nb\n", false), ([], "", true), ([], "a\n", false),
    (["a … c"], "a b c\n", true), (["a … c"], "a b d\n", false), (["…"], "", true), (["…", "z"], "a\nb\nz\n", true),
    (["…", "z"], "a\nz\nb\n", false), (["a", "…"], "a\n", true), (["a", "…", "b"], "a\nb\n", true),
    (["x…y…z"], "x1z2z\n", false), (["x…y…z"], "x1y2z\n", true), (["ab…b"], "ab\n", false),
  ])
  func `An ellipsis stands for any text or any lines`(_ expected: [String], _ output: String, _ fits: Bool) {
    let example = ConsoleExample(document: "D", line: 1, command: "c", expected: expected)
    #expect(example.matches(output) == fits)
  }
}

public import Testing

/// The rules that a test or a suite covers.
///
/// `Scripts/check/evidence` reads the rules in the sources and prints the tables of evidence. The files in
/// Documentation/Evidence/rules list the rules of each table.
public struct Coverage: TestTrait, SuiteTrait {
  /// The rules' names, such as "RFC 9700 §4.1.1", as the tables spell them.
  public let rules: [String]
}

extension Trait where Self == Coverage {
  /// The rules that this test or suite covers. They are string literals, because a program reads them in the source.
  public static func covers(_ rules: String...) -> Coverage { Coverage(rules: rules) }
}
